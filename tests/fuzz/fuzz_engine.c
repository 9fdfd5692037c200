/* SPDX-License-Identifier: MIT */
/*
 * A site under change, and questions about it: no answer may differ from what is there.
 *
 * Input: one byte of conditions, then operations of four bytes: what, two path choosers, a detail.
 * In strict mode the changes are somebody else's and unannounced; in the other modes they are
 * PHP's own, each followed by the mark that DESIGN section 3 asks for.
 */
#include "src/core/engine.h"
#include "src/core/path.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/fake_platform.h"

static fsc_view *view;
static bool strict;

static const char *const names[] = {"a", "b", "cc", "link", "file.php", ".dot", "Case", "case"};

/* Two to four components out of ten bits. */
static void choose(char *path, uint8_t chooser, uint8_t detail, bool dots)
{
	int depth = 1 + (chooser & 3) % 3;
	unsigned bits = (unsigned) chooser >> 2 | (unsigned) detail << 6;

	path[0] = '\0';
	for (int i = 0; i < depth; i++, bits >>= 3) {
		strcat(path, "/");
		strcat(path, names[bits & 7]);
		if (dots && i == 0 && detail & 0x80) {
			strcat(path, detail & 0x40 ? "/.." : "//.");
		}
	}
}

static const char *shown(char *path, uint8_t detail)
{
	/* The working directory is the root: without the slash the path is relative. */
	return detail & 0x20 ? path + 1 : path;
}

static void announce(const char *path, bool redirects)
{
	if (strict) {
		return;
	}
	if (redirects) {
		fsc_mark_everything(view);
	} else {
		fsc_mark_parent(view, path, strlen(path));
	}
}

/*
 * fake_mkdir() and fake_create() make missing parents, which the mark of one directory cannot
 * cover.
 */
static bool parent_exists(const char *path)
{
	char parent[256];
	fsc_version version;

	strcpy(parent, path);
	*strrchr(parent, '/') = '\0';
	return parent[0] == '\0' || fake_version(parent, &version);
}

static void change(uint8_t what, uint8_t from, uint8_t to, uint8_t detail)
{
	char path[256], other[256];

	choose(path, from, detail, false);
	choose(other, to, detail, false);
	switch (what % 7) {
	case 0:
		announce(path, parent_exists(path) ? !fake_mkdir(path) : (fake_mkdir(path), true));
		break;
	case 1:
		announce(path, parent_exists(path) ? !fake_create(path) : (fake_create(path), true));
		break;
	case 2:
		fake_symlink(detail & 0x10 ? other : other + 1, path);
		announce(path, true);
		break;
	case 3:
		fake_unlink(path);
		announce(path, true);
		break;
	case 4:
		fake_rmdir(path);
		announce(path, true);
		break;
	case 5:
		fake_rename(path, other);
		announce(path, true);
		break;
	default:
		fake_chmod(path, detail & 0x10 ? 0755 : 0700);
		announce(path, true);
	}
}

static fsc_answer right_answer(const char *path, fsc_want want)
{
	bool link = want == FSC_WANT_LINK || want == FSC_WANT_LABSENCE;
	fsc_attr attr;

	if (fsc_os_stat(path, link ? FSC_STAT_NOFOLLOW : 0, &attr) != FSC_OS_OK) {
		return FSC_ABSENT;
	}
	return want == FSC_WANT_EXISTS || (want == FSC_WANT_DIR && attr.type == FSC_TYPE_DIR) ||
		(want == FSC_WANT_FILE && attr.type == FSC_TYPE_FILE) ||
		(want == FSC_WANT_LINK && attr.type == FSC_TYPE_LINK) ? FSC_YES : FSC_NO;
}

static void ask(uint8_t want, uint8_t chooser, uint8_t detail)
{
	char path[256];
	const char *asked;
	fsc_reply reply;

	choose(path, chooser, detail, true);
	asked = shown(path, detail);
	want %= FSC_WANT_LABSENCE + 1;
	reply = fsc_ask(view, asked, strlen(asked), (fsc_want) want);
	if (reply.answer != FSC_PASS) {
		PROMISE(reply.answer == right_answer(asked, (fsc_want) want));
	}
}

static bool count_name(void *context, const char *name, size_t length, fsc_type type)
{
	fsc_snapshot *listing = ((fsc_snapshot **) context)[0];
	uint32_t *i = ((uint32_t **) context)[1];
	fsc_entry entry;

	PROMISE(*i < fsc_snapshot_count(listing));
	entry = fsc_snapshot_entry(listing, (*i)++);
	PROMISE(entry.length == length && memcmp(entry.name, name, length) == 0);
	PROMISE(type == FSC_TYPE_UNKNOWN || entry.type == type);
	return true;
}

static void list(uint8_t chooser, uint8_t detail)
{
	char path[256];
	const char *asked;
	fsc_snapshot *listing = NULL;
	uint32_t i = 0;
	void *context[2];
	int fd;

	choose(path, chooser, detail, true);
	asked = shown(path, detail);
	if (fsc_list(view, asked, strlen(asked), &listing).answer != FSC_YES) {
		return;
	}
	context[0] = listing;
	context[1] = &i;
	PROMISE(fsc_os_open_dir(asked, &fd) == FSC_OS_OK);
	PROMISE(fsc_os_read_dir(fd, count_name, context) == FSC_OS_OK);
	PROMISE(i == fsc_snapshot_count(listing));
	fsc_os_close(fd);
	fsc_snapshot_release(listing);
}

/* The real path is no link anywhere, and leads to the same file. */
static void real(uint8_t chooser, uint8_t detail)
{
	char path[256], text[FSC_PATH_MAX];
	const char *asked;
	fsc_reply reply;
	fsc_os_result truth;
	fsc_attr there, here;
	size_t length = 0;

	choose(path, chooser, detail, true);
	asked = shown(path, detail);
	reply = fsc_realpath(view, asked, strlen(asked), text, sizeof text, &length);
	truth = fsc_os_stat(asked, 0, &there);
	if (reply.answer == FSC_ABSENT) {
		PROMISE(truth != FSC_OS_OK);
	}
	if (reply.answer != FSC_YES) {
		return;
	}
	PROMISE(text[0] == '/' && text[length] == '\0' && strlen(text) == length);
	/* PHP does not search the last directory of "a/..". */
	PROMISE(truth == FSC_OS_OK || truth == FSC_OS_DENIED);
	for (char *slash = text; slash; ) {
		slash = strchr(slash + 1, '/');
		if (slash) {
			*slash = '\0';
		}
		PROMISE(fsc_os_stat(text, FSC_STAT_NOFOLLOW, &here) == FSC_OS_OK);
		PROMISE(here.type != FSC_TYPE_LINK);
		if (slash) {
			*slash = '/';
		}
	}
	PROMISE(truth == FSC_OS_DENIED || here.version.inode == there.version.inode);
}

static void set_conditions(uint8_t conditions)
{
	static const fsc_mode modes[] = {
		FSC_MODE_STRICT, FSC_MODE_REQUEST, FSC_MODE_INTERVAL, FSC_MODE_NEVER};
	static const int64_t grains[] = {1, 4000000, 1000000000, 2000000000};
	fsc_config config = {modes[conditions & 3], INT64_C(2000000000), 1 << 20, 1000,
		1 + (conditions >> 7), -1, 0, true, true, 0, false, false};

	strict = config.mode == FSC_MODE_STRICT;
	fake_fs_granularity_ns(0, grains[conditions >> 2 & 3]);
	fake_fs_untyped(0, conditions & 0x10);
	fake_fs_ignores_case(0, false);
	if (conditions & 0x20) {
		fake_set_ids(1000, 1000, 1000, 1000);
	}
	if (conditions & 0x40) {
		config.cache_bytes = 6000;
	}
	fsc_view_configure(view, &config);
	fsc_request_start(view);
}

static void step(const uint8_t *op)
{
	switch (op[0] & 7) {
	case 0:
	case 1:
		change(op[0] >> 3, op[1], op[2], op[3]);
		break;
	case 2:
		fake_advance_ms((op[0] & 8 ? 100 : 1) * op[1]);
		break;
	case 3:
		if (op[0] & 8) {
			fsc_request_start(view);
		}
		list(op[2], op[3]);
		break;
	case 4:
		real(op[1], op[3]);
		break;
	default:
		ask(op[0] >> 3, op[1], op[3]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at;
	size_t length;
	fsc_policy *policy;
	fsc_config config = {FSC_MODE_STRICT, 0, 1 << 20, 1000, 1, -1, 0, true, true, 0, false, false};

	if (size < 1) {
		return 0;
	}
	fake_reset();
	policy = fsc_policy_create("", &at, &length);
	view = fsc_view_create(&config, policy);
	set_conditions(data[0]);
	for (size_t i = 1; i + 4 <= size && i < 4000; i += 4) {
		step(data + i);
	}
	fsc_view_destroy(view);
	fsc_policy_destroy(policy);
	PROMISE(fake_open_fds() == 0);
	return 0;
}
