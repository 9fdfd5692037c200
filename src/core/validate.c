/* SPDX-License-Identifier: MIT */
/*
 * validate.c: does a path still lead to the version we know, and may this process look?
 *
 * Version and permission always come from the same inode: a validation by path compares the whole
 * version; permission is asked of a descriptor whose version is compared with the node's, never of
 * the path again (a flipped symlink could lead the second walk elsewhere).
 */
#include "src/core/view.h"

fsc_reason fsc_reason_of(fsc_os_result result)
{
	switch (result) {
	case FSC_OS_OK:
		return FSC_REASON_NONE;
	case FSC_OS_NOENT:
	case FSC_OS_NOTDIR:
	case FSC_OS_LOOP:
		return FSC_REASON_GONE;
	case FSC_OS_DENIED:
		return FSC_REASON_PERMISSION;
	case FSC_OS_LIMIT:
		return FSC_REASON_LIMIT;
	case FSC_OS_ERROR:
		break;
	}
	return FSC_REASON_IO_ERROR;
}

fsc_level fsc_node_level(const fsc_view *view, const fsc_node *node, fsc_about about)
{
	const fsc_mount *mount = node->mount;

	if (!view->config.sync || !fsc_mount_is_remote(mount)) {
		return FSC_LEVEL_PLAIN;
	}
	switch (about) {
	case FSC_ABOUT_DIRECTORY:
		break;
	case FSC_ABOUT_ABSENCE:
		return mount->verdict.kind == FSC_FS_FUSE ? FSC_LEVEL_SYNC : FSC_LEVEL_PLAIN;
	case FSC_ABOUT_OTHERS:
	case FSC_ABOUT_LISTING:
		return FSC_LEVEL_SYNC;
	}
	return FSC_LEVEL_PLAIN;
}

void fsc_node_seen(fsc_view *view, fsc_node *node, const fsc_version *version, fsc_level level)
{
	fsc_node_set_version(view, node, version);
	node->flags &= (uint8_t) ~(FSC_NODE_ABSENT | FSC_NODE_LIGHT);
	if (!(node->flags & FSC_NODE_INDEXED)) {
		return; /* no memory for the index: never fresh */
	}
	if (!node->mount) {
		node->mount = fsc_mount_find(view, version->mount);
	}
	if (node->mount) {
		fsc_mount_refresh(view, node->mount);
		if (version->ctime_ns > node->mount->newest_ctime_ns) {
			node->mount->newest_ctime_ns = version->ctime_ns;
		}
	}
	node->stamp = view->stamp;
	node->level = (uint8_t) level;
	if (level < fsc_node_level(view, node, FSC_ABOUT_OTHERS)) {
		node->flags |= FSC_NODE_LIGHT;
	}
}

/* A switch in two steps, perhaps: it is gone for a moment. */
static void node_lost(fsc_view *view, fsc_node *node)
{
	if (node->flags & FSC_NODE_INDEXED) {
		fsc_view_redirected(view);
	}
	fsc_node_forget(view, node);
}

fsc_reason fsc_node_check(fsc_view *view, fsc_node *node, fsc_level level)
{
	fsc_os_result result;
	fsc_attr attr;

	if (view->config.mode != FSC_MODE_STRICT || !(view->features & FSC_OS_UNIQUE_MOUNT)) {
		fsc_view_poll_mounts(view);
	}
	view->counters.validations++;
	result = fsc_os_stat(node->path, level == FSC_LEVEL_SYNC ? FSC_STAT_SYNC : 0, &attr);
	if (result == FSC_OS_OK && attr.type == FSC_TYPE_DIR) {
		fsc_node_seen(view, node, &attr.version, level);
		return node->flags & FSC_NODE_INDEXED ? FSC_REASON_NONE : FSC_REASON_LIMIT;
	}
	if (node->flags & FSC_NODE_INDEXED) {
		fsc_view_redirected(view); /* a switch in two steps */
	}
	fsc_node_forget(view, node);
	if (result == FSC_OS_OK || result == FSC_OS_NOENT || result == FSC_OS_NOTDIR) {
		node->flags |= FSC_NODE_GONE;
		node->stamp = view->stamp;
		return FSC_REASON_GONE;
	}
	return fsc_reason_of(result);
}

/* ---- permission ---- */

/* Seconds suffice where a minute is counted, and a node has many neighbours. */
static uint32_t second(void)
{
	return (uint32_t) (fsc_os_monotonic_ns() / 1000000000);
}

/* Is the verdict on all of `wanted` known, whatever it is? */
static bool permission_known(const fsc_view *view, const fsc_node *node, unsigned wanted)
{
	if ((node->asked & wanted) != wanted) {
		return false;
	}
	return !fsc_mount_is_remote(node->mount) || view->config.mode == FSC_MODE_NEVER ||
		second() - node->access_s < FSC_ACCESS_S;
}

bool fsc_node_is_permitted(const fsc_view *view, const fsc_node *node, unsigned wanted)
{
	return (node->granted & wanted) == wanted && permission_known(view, node, wanted);
}

/* Ask all of it at once: the descriptor is the expensive part. */
static void permission_ask(fsc_node *node, int fd, unsigned already)
{
	unsigned granted = 0;

	if (fsc_os_access_fd(fd, FSC_ACCESS_READ | FSC_ACCESS_SEARCH, &granted) != FSC_OS_OK) {
		granted = already;
		node->asked = (uint8_t) already;
	} else {
		node->asked = FSC_ACCESS_READ | FSC_ACCESS_SEARCH;
	}
	node->granted = (uint8_t) granted;
	node->access_s = second();
}

fsc_reason fsc_node_permit(fsc_view *view, fsc_node *node, unsigned wanted)
{
	fsc_os_result result;
	fsc_attr attr;
	int fd;

	if (!permission_known(view, node, wanted)) {
		result = fsc_os_open_path(node->path, &fd);
		if (result != FSC_OS_OK) {
			return fsc_reason_of(result);
		}
		result = fsc_os_stat_fd(fd, 0, &attr);
		if (result == FSC_OS_OK && fsc_version_equal(&attr.version, &node->version)) {
			permission_ask(node, fd, 0);
		} else {
			node->stamp = 0;
			result = FSC_OS_ERROR;
		}
		fsc_os_close(fd);
		if (result != FSC_OS_OK) {
			return FSC_REASON_CHANGED;
		}
	}
	return (node->granted & wanted) == wanted ? FSC_REASON_NONE : FSC_REASON_PERMISSION;
}

/* ---- fill ---- */

typedef struct fill_state {
	fsc_snapshot_builder *builder;
	fsc_snapshot_result   result;
} fill_state;

static bool fill_visit(void *context, const char *name, size_t length, fsc_type type)
{
	fill_state *state = context;

	state->result = fsc_snapshot_add(state->builder, name, length, type);
	return state->result == FSC_SNAPSHOT_OK;
}

/* Read to the end. FSC_REASON_NONE, or why the builder must not be kept. */
static fsc_reason fill_read(fill_state *state, int fd)
{
	size_t visited;
	fsc_os_result result;

	do {
		result = fsc_os_read_dir_chunk(fd, fill_visit, state, &visited);
		if (state->result == FSC_SNAPSHOT_TOO_MANY) {
			return FSC_REASON_TOO_LARGE;
		}
		if (state->result == FSC_SNAPSHOT_MEMORY) {
			return FSC_REASON_LIMIT;
		}
		if (state->result == FSC_SNAPSHOT_ODD) {
			return FSC_REASON_ODD_NAMES;
		}
		if (result != FSC_OS_OK) {
			return FSC_REASON_IO_ERROR;
		}
	} while (visited > 0);
	return FSC_REASON_NONE;
}

/* Types that the file system left out, there and then. False: a name vanished, keep nothing. */
static bool fill_types(fsc_snapshot_builder *builder, int fd)
{
	uint32_t i, count = fsc_snapshot_added(builder);

	for (i = 0; i < count; i++) {
		fsc_entry entry = fsc_snapshot_peek(builder, i);
		fsc_attr attr;

		if (entry.type != FSC_TYPE_UNKNOWN) {
			continue;
		}
		if (entry.name[0] == '.' &&
			(entry.length == 1 || (entry.length == 2 && entry.name[1] == '.'))) {
			fsc_snapshot_retype(builder, i, FSC_TYPE_DIR);
			continue;
		}
		if (fsc_os_stat_entry(fd, entry.name, &attr) != FSC_OS_OK) {
			return false;
		}
		fsc_snapshot_retype(builder, i, attr.type);
	}
	return true;
}

/* Since when is this version known, by our own clock? Any node may have seen it. 0: just now. */
static int64_t first_seen(fsc_view *view, const fsc_version *version)
{
	const fsc_node *node = fsc_view_find_version(view, version);

	return node ? node->first_seen_ns : 0;
}

static void fill_facts(fsc_view *view, const fsc_version *version, const fsc_mount *mount,
	fsc_trust_facts *facts)
{
	facts->realtime_ns = fsc_os_realtime_ns();
	facts->monotonic_ns = fsc_os_monotonic_ns();
	facts->tick_ns = view->tick_ns;
	facts->first_seen_ns = first_seen(view, version);
	facts->newest_ctime_ns = mount->newest_ctime_ns;
	facts->settle_ns = view->config.settle_ns;
}

static fsc_reason reason_of_trust(fsc_trust trust)
{
	switch (trust) {
	case FSC_TRUST_SETTLED:
		break;
	case FSC_TRUST_RACY:
		return FSC_REASON_RACY;
	case FSC_TRUST_FUTURE:
		return FSC_REASON_FUTURE;
	case FSC_TRUST_UNPROVEN:
		return FSC_REASON_UNPROVEN;
	}
	return FSC_REASON_NONE;
}

/* When may a listing of this version be worth another try? */
static void node_postpone(fsc_node *node, fsc_reason reason, int64_t window,
	const fsc_trust_facts *facts)
{
	node->unkept = (uint8_t) reason;
	switch (reason) {
	case FSC_REASON_NONE:
		node->retry_ns = 0;
		break;
	case FSC_REASON_UNPROVEN:
		node->retry_ns = node->first_seen_ns + window + facts->tick_ns;
		break;
	case FSC_REASON_TOO_LARGE:
	case FSC_REASON_ODD_NAMES:
		node->retry_ns = facts->monotonic_ns + FSC_HOPELESS_NS;
		break;
	case FSC_REASON_IO_ERROR:
	case FSC_REASON_LIMIT:
		node->retry_ns = facts->monotonic_ns + FSC_ABSENCE_NS;
		break;
	default:
		node->retry_ns = facts->monotonic_ns + window;
	}
}

bool fsc_node_is_distrusted(const fsc_node *node)
{
	return node->mount && node->mount->verdict.kind == FSC_FS_UNTRUSTED &&
		node->retry_ns > fsc_os_monotonic_ns();
}

bool fsc_node_is_hopeless(const fsc_node *node)
{
	return (node->unkept == FSC_REASON_TOO_LARGE || node->unkept == FSC_REASON_ODD_NAMES) &&
		node->retry_ns > fsc_os_monotonic_ns();
}

static unsigned stat_flags(const fsc_view *view, const fsc_mount *mount)
{
	return view->config.sync && fsc_mount_is_remote(mount) ? FSC_STAT_SYNC : 0;
}

fsc_reason fsc_node_adopt(fsc_view *view, fsc_node *node, int fd)
{
	unsigned flags = stat_flags(view, node->mount);
	fsc_mount *mount;
	fsc_attr attr;

	view->counters.validations++;
	if (fsc_os_stat_fd(fd, flags, &attr) != FSC_OS_OK) {
		return FSC_REASON_IO_ERROR;
	}
	mount = fsc_mount_get(view, attr.version.mount, fd);
	if (!flags && stat_flags(view, mount)) {
		flags = FSC_STAT_SYNC;
		if (fsc_os_stat_fd(fd, flags, &attr) != FSC_OS_OK) {
			return FSC_REASON_IO_ERROR;
		}
	}
	fsc_node_seen(view, node, &attr.version, flags ? FSC_LEVEL_SYNC : FSC_LEVEL_PLAIN);
	if (!mount || !(node->flags & FSC_NODE_INDEXED)) {
		return FSC_REASON_LIMIT;
	}
	node->mount = mount;
	fsc_mount_refresh(view, mount);
	if (mount->verdict.kind == FSC_FS_UNTRUSTED) {
		node->retry_ns = fsc_os_monotonic_ns() + FSC_HOPELESS_NS;
		return FSC_REASON_FILESYSTEM;
	}
	if (attr.version.ctime_ns > mount->newest_ctime_ns) {
		mount->newest_ctime_ns = attr.version.ctime_ns;
	}
	return FSC_REASON_NONE;
}

/* Everything read: may it be kept? */
static fsc_reason fill_judge(int fd, unsigned flags, const fsc_filled *out,
	const fsc_mount *mount, const fsc_trust_facts *facts)
{
	fsc_attr after;

	if (fsc_os_stat_fd(fd, flags, &after) != FSC_OS_OK ||
		!fsc_version_equal(&after.version, &out->version)) {
		return FSC_REASON_CHANGED;
	}
	return reason_of_trust(fsc_version_judge(&out->version, mount->verdict.kind, facts));
}

/* The open descriptor proves that reading is allowed; searching it must be asked for. */
static void fill_permit(const fsc_view *view, fsc_node *node, int fd)
{
	if (node && !permission_known(view, node, FSC_ACCESS_READ | FSC_ACCESS_SEARCH)) {
		permission_ask(node, fd, FSC_ACCESS_READ);
	}
}

static void fill_keep(fsc_view *view, fsc_node *node, int fd, fsc_fold fold, fsc_filled *out)
{
	/* One directory is not worth half of the cache. */
	if (fsc_view_overhead(view) + 2 * fsc_snapshot_bytes(out->snapshot) >
		view->config.cache_bytes) {
		out->reason = FSC_REASON_TOO_LARGE;
		return;
	}
	fill_permit(view, node, fd);
	fsc_view_publish(view, &out->version, out->snapshot, fold);
	out->kept = true;
	fsc_view_shrink(view, node);
}

/* Was the version seen since the question began, as a listing needs it? */
static bool is_just_seen(const fsc_view *view, const fsc_node *node, int fd,
	const fsc_mount *mount, const fsc_version *version)
{
	fsc_attr attr;

	if (node && fsc_node_is_fresh(view, node) && fsc_version_equal(&node->version, version) &&
		node->level >= fsc_node_level(view, node, FSC_ABOUT_LISTING)) {
		return true;
	}
	return fsc_os_stat_fd(fd, stat_flags(view, mount), &attr) == FSC_OS_OK &&
		fsc_version_equal(&attr.version, version);
}

/* From the shared tier, without reading the directory. */
static bool fill_shared(fsc_view *view, fsc_node *node, int fd, const fsc_mount *mount,
	fsc_filled *out)
{
	fsc_fold fold;
	fsc_snapshot *snapshot = fsc_shared_find(view, mount, &out->version, &fold);

	if (!snapshot) {
		return false;
	}
	if (!is_just_seen(view, node, fd, mount, &out->version)) {
		fsc_snapshot_release(snapshot);
		return false;
	}
	out->snapshot = snapshot;
	out->shared = true;
	fill_keep(view, node, fd, fold, out);
	return true;
}

/* Read from the system: for this view and, settled, for all. */
static void fill_publish(fsc_view *view, fsc_node *node, int fd, const fsc_mount *mount,
	fsc_filled *out)
{
	fsc_fold fold = mount->verdict.fold_flagged && fsc_os_is_casefolded(fd) ? FSC_FOLD_DOUBTFUL
		: FSC_FOLD_UNKNOWN;

	fill_keep(view, node, fd, fold, out);
	if (out->kept) {
		fsc_shared_keep(view, mount, &out->version, out->snapshot, fold);
	}
}

/* Take what the builder holds, kept or not. */
static void fill_finish(fill_state *state, fsc_filled *out)
{
	fsc_snapshot_result result = fsc_snapshot_finish(state->builder,
		out->reason == FSC_REASON_NONE, &out->snapshot);

	state->builder = NULL;
	if (result != FSC_SNAPSHOT_OK) {
		out->snapshot = NULL;
		out->reason = result == FSC_SNAPSHOT_MEMORY ? FSC_REASON_LIMIT : FSC_REASON_ODD_NAMES;
	}
}

/* Read everything; with a snapshot, out->reason says whether it may be kept. */
static void fill_from(fsc_view *view, int fd, const fsc_mount *mount, const fsc_trust_facts *facts,
	fsc_filled *out)
{
	fill_state state = { fsc_snapshot_begin(view->config.max_entries), FSC_SNAPSHOT_OK };
	const int64_t start = fsc_os_precise_ns();

	view->counters.fills++;
	if (!state.builder) {
		out->reason = FSC_REASON_LIMIT;
		return;
	}
	out->reason = fill_read(&state, fd);
	if (out->reason != FSC_REASON_NONE) {
		fsc_snapshot_discard(state.builder);
		return;
	}
	if (!fill_types(state.builder, fd)) {
		out->reason = FSC_REASON_CHANGED;
	} else {
		out->reason = fill_judge(fd, stat_flags(view, mount), out, mount, facts);
	}
	fill_finish(&state, out);
	if (out->snapshot) {
		fsc_snapshot_was_read_in(out->snapshot, fsc_os_precise_ns() - start);
	}
}

void fsc_fill(fsc_view *view, fsc_node *node, int fd, const fsc_version *before, fsc_filled *out)
{
	fsc_mount *mount = fsc_mount_find(view, before->mount);
	fsc_snapshot *known = fsc_view_find_listing(view, before);
	fsc_trust_facts facts;

	memset(out, 0, sizeof *out);
	out->version = *before;
	if (known) {
		fill_permit(view, node, fd);
		out->snapshot = fsc_snapshot_acquire(known);
		out->kept = true;
		return;
	}
	if (!mount) {
		out->reason = FSC_REASON_LIMIT;
		return;
	}
	view->filled_mount = mount;
	fill_facts(view, before, mount, &facts);
	if (!fill_shared(view, node, fd, mount, out)) {
		fill_from(view, fd, mount, &facts, out);
		if (out->reason == FSC_REASON_NONE) {
			fill_publish(view, node, fd, mount, out);
		}
	}
	if (node) {
		node_postpone(node, out->reason,
			fsc_version_window(before, mount->verdict.kind, &facts), &facts);
	}
	view->counters.racy += !out->kept;
}

bool fsc_node_fill_unopened(fsc_view *view, fsc_node *node, fsc_filled *out)
{
	int fd;

	memset(out, 0, sizeof *out);
	if (!fsc_shared_is_worth_a_look(view, node) ||
		fsc_os_open_path(node->path, &fd) != FSC_OS_OK) {
		return false;
	}
	if (fsc_node_adopt(view, node, fd) == FSC_REASON_NONE) {
		if (!permission_known(view, node, FSC_ACCESS_READ | FSC_ACCESS_SEARCH)) {
			permission_ask(node, fd, 0);
		}
		out->version = node->version;
		if (node->granted & FSC_ACCESS_READ) {
			fill_shared(view, node, fd, node->mount, out);
		}
	}
	fsc_os_close(fd);
	return out->snapshot != NULL;
}

void fsc_node_fill(fsc_view *view, fsc_node *node, fsc_filled *out)
{
	int fd;
	fsc_os_result result;

	fsc_view_poll_mounts(view);
	if (fsc_node_fill_unopened(view, node, out)) {
		return;
	}
	memset(out, 0, sizeof *out);
	result = fsc_os_open_dir(node->path, &fd);
	if (result != FSC_OS_OK) {
		out->reason = fsc_reason_of(result);
		if (out->reason != FSC_REASON_PERMISSION) {
			node_lost(view, node);
		}
		if (out->reason == FSC_REASON_GONE) {
			node->flags |= FSC_NODE_GONE;
			node->stamp = view->stamp;
		}
		/* Until then lookups in it pass without a try of ours; opendir tries always. */
		node->retry_ns = fsc_os_monotonic_ns() + FSC_ABSENCE_NS;
		node->unkept = (uint8_t) out->reason;
		return;
	}
	out->reason = fsc_node_adopt(view, node, fd);
	if (out->reason == FSC_REASON_NONE) {
		fsc_version before = node->version;

		fsc_fill(view, node, fd, &before, out);
	}
	fsc_os_close(fd);
}
