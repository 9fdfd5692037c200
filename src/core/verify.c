/* SPDX-License-Identifier: MIT */
/*
 * verify.c: fastscan.verify. The system is asked as well, by the platform's own calls, and *its*
 * answer is given. A difference counts as a mismatch only if the directory still has the version
 * that the answer came from; otherwise somebody changed it within what the mode allows.
 */
#include "src/core/view.h"

bool fsc_verify_wanted(fsc_view *view)
{
	uint64_t x = view->random;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	view->random = x;
	return x % 100 < view->config.verify_percent;
}

/* What the system says; FSC_PASS where our kinds of answer do not cover it. False: it failed. */
static bool system_answer(const char *path, fsc_want want, fsc_answer *out)
{
	bool link = want == FSC_WANT_LINK || want == FSC_WANT_LABSENCE;
	fsc_os_result result;
	fsc_attr attr;

	memset(&attr, 0, sizeof attr);
	result = want == FSC_WANT_EXISTS ? fsc_os_exists(path)
		: fsc_os_stat(path, link ? FSC_STAT_NOFOLLOW : 0, &attr);
	*out = result == FSC_OS_NOENT ? FSC_ABSENT : FSC_PASS;
	if (result != FSC_OS_OK) {
		return result != FSC_OS_LIMIT && result != FSC_OS_ERROR;
	}
	switch (want) {
	case FSC_WANT_DIR:
		*out = attr.type == FSC_TYPE_DIR ? FSC_YES : FSC_NO;
		break;
	case FSC_WANT_FILE:
		*out = attr.type == FSC_TYPE_FILE ? FSC_YES : FSC_NO;
		break;
	case FSC_WANT_LINK:
		*out = attr.type == FSC_TYPE_LINK ? FSC_YES : FSC_NO;
		break;
	case FSC_WANT_EXISTS:
		*out = FSC_YES;
		break;
	case FSC_WANT_ABSENCE:
	case FSC_WANT_LABSENCE:
		break;
	}
	return true;
}

/* Count a difference. path: by which the node's directory is reached now. */
static void judge(fsc_view *view, fsc_node *node, const char *path)
{
	fsc_attr attr;

	view->counters.bypass[FSC_REASON_VERIFY]++;
	if (node && fsc_os_stat(path, FSC_STAT_SYNC, &attr) == FSC_OS_OK &&
		fsc_version_equal(&attr.version, &node->version)) {
		view->counters.verify_mismatch++;
	} else {
		view->counters.verify_allowed++;
	}
	if (node) {
		fsc_node_outdate(view, node);
	}
}

fsc_reply fsc_verify_lookup(fsc_view *view, fsc_node *node, const char *path, fsc_want want,
	fsc_reply reply)
{
	fsc_answer truth;

	if (!system_answer(path, want, &truth)) {
		return fsc_pass(view, FSC_REASON_IO_ERROR); /* proves nothing; PHP shall meet it itself */
	}
	view->counters.verify_checked++;
	if (truth != (fsc_answer) reply.answer) {
		judge(view, node, node ? node->path : path);
		reply.answer = (uint8_t) truth;
		reply.reason = FSC_REASON_VERIFY;
	}
	return reply;
}

static bool verify_visit(void *context, const char *name, size_t length, fsc_type type)
{
	return fsc_snapshot_add(context, name, length, type) == FSC_SNAPSHOT_OK;
}

/* The system's listing, or NULL;
 * unless `anything`, only of the directory that the node stands for. */
static fsc_snapshot *system_listing(const fsc_node *node, const char *path, bool anything)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(UINT32_MAX);
	fsc_snapshot *listing = NULL;
	fsc_attr attr;
	int fd = -1;

	if (builder && fsc_os_open_dir(path, &fd) == FSC_OS_OK &&
		(anything || (fsc_os_stat_fd(fd, 0, &attr) == FSC_OS_OK &&
			attr.version.device == node->version.device &&
			attr.version.inode == node->version.inode)) &&
		fsc_os_read_dir(fd, verify_visit, builder) == FSC_OS_OK) {
		if (fsc_snapshot_finish(builder, false, &listing) != FSC_SNAPSHOT_OK) {
			listing = NULL;
		}
		builder = NULL;
	}
	if (builder) {
		fsc_snapshot_discard(builder);
	}
	if (fd >= 0) {
		fsc_os_close(fd);
	}
	return listing;
}

/* Same names in the same order; types only where the system gave one. */
static bool same_names(const fsc_snapshot *a, const fsc_snapshot *b)
{
	uint32_t i, count = fsc_snapshot_count(a);

	if (count != fsc_snapshot_count(b)) {
		return false;
	}
	for (i = 0; i < count; i++) {
		fsc_entry x = fsc_snapshot_entry(a, i), y = fsc_snapshot_entry(b, i);

		if (x.length != y.length || memcmp(x.name, y.name, x.length) != 0 ||
			(y.type != FSC_TYPE_UNKNOWN && x.type != y.type)) {
			return false;
		}
	}
	return true;
}

void fsc_verify_listing(fsc_view *view, fsc_node *node, const char *path, bool anything,
	fsc_snapshot **listing)
{
	fsc_snapshot *truth = system_listing(node, path, anything);

	if (!truth) {
		return;
	}
	view->counters.verify_checked++;
	if (same_names(*listing, truth)) {
		fsc_snapshot_release(truth);
		return;
	}
	judge(view, node, path);
	fsc_snapshot_release(*listing);
	*listing = truth;
}
