/* SPDX-License-Identifier: MIT */
/*
 * fill.c: a directory's listing is read, or taken from the shared tier or from a helper thread,
 * and kept if its version proves it (version.c).
 *
 * A listing belongs to the version that its descriptor had before it was read; only if it has the
 * same version afterwards, and that is settled, do nodes hold it.
 */
#include "src/core/ahead.h"

/* Since when is this version known, by our own clock? Any node may have seen it. 0: just now. */
static int64_t first_seen(fsc_view *view, const fsc_version *version)
{
	const fsc_node *node = fsc_view_find_version(view, version);

	return node ? node->first_seen_ns : 0;
}

static void mount_facts(const fsc_view *view, const fsc_mount *mount, fsc_trust_facts *facts)
{
	facts->realtime_ns = facts->monotonic_ns = facts->first_seen_ns = 0;
	facts->tick_ns = view->tick_ns;
	facts->newest_ctime_ns = mount->newest_ctime_ns;
	facts->settle_ns = fsc_mount_settle_ns(view, mount);
}

/* Of a listing that was begun at that time. */
static void fill_facts(fsc_view *view, const fsc_version *version, const fsc_mount *mount,
	int64_t realtime_ns, int64_t monotonic_ns, fsc_trust_facts *facts)
{
	mount_facts(view, mount, facts);
	facts->realtime_ns = realtime_ns;
	facts->monotonic_ns = monotonic_ns;
	facts->first_seen_ns = first_seen(view, version);
}

void fsc_node_facts(const fsc_view *view, const fsc_node *node, const fsc_mount *mount,
	fsc_trust_facts *facts)
{
	mount_facts(view, mount, facts);
	facts->first_seen_ns = node->flags & FSC_NODE_INDEXED ? node->first_seen_ns : 0;
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

bool fsc_node_is_young(fsc_view *view, fsc_node *node)
{
	int64_t now = fsc_os_monotonic_ns();

	if (node->retry_ns > now) {
		return true;
	}
	if (node->retry_ns == 0 && node->mount && (node->flags & FSC_NODE_INDEXED)) {
		fsc_trust_facts facts;
		fsc_trust trust;

		fsc_node_facts(view, node, node->mount, &facts);
		facts.realtime_ns = fsc_os_realtime_ns();
		facts.monotonic_ns = now;
		trust = fsc_version_judge(&node->version, node->mount->verdict.kind, &facts);
		if (trust != FSC_TRUST_SETTLED) {
			node->retry_ns = now + fsc_version_window(&node->version,
				node->mount->verdict.kind, &facts);
			node->unkept = (uint8_t) fsc_reason_of_trust(trust);
			return true;
		}
	}
	return false;
}

/* The open descriptor proves that reading is allowed; searching it must be asked for. */
static void fill_permit(const fsc_view *view, fsc_node *node, int fd)
{
	if (node && !fsc_node_permission_known(view, node, FSC_ACCESS_READ | FSC_ACCESS_SEARCH)) {
		fsc_node_ask_permission(node, fd, FSC_ACCESS_READ);
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
	if (fd >= 0) {
		fill_permit(view, node, fd);
	}
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
	return fsc_os_stat_fd(fd, fsc_view_stat_flags(view, mount), &attr) == FSC_OS_OK &&
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

/*
 * Read everything; with a snapshot, out->reason says whether it may be kept. held: if not, names
 * will be looked up in it nevertheless, and their types are wanted where helpers go by them. (Who
 * asks for one's type else has it looked up by that, and many ask for none.)
 */
static void fill_from(fsc_view *view, int fd, const fsc_mount *mount, const fsc_trust_facts *facts,
	bool held, fsc_filled *out)
{
	fsc_snapshot_builder *builder;
	const int64_t start = fsc_os_precise_ns();
	/* Where it cannot be kept anyway, the second look is saved: it is a round trip on some. */
	fsc_reason trust = fsc_reason_of_trust(
		fsc_version_judge(&out->version, mount->verdict.kind, facts));
	fsc_reason reason = fsc_read_names(fd, view->config.max_entries,
		fsc_view_stat_flags(view, mount),
		trust == FSC_REASON_NONE || (held && !fsc_ahead_is_useless(view)),
		trust == FSC_REASON_NONE ? &out->version : NULL, &builder);

	view->counters.fills++;
	if (reason == FSC_REASON_NONE && !held) {
		reason = trust;
	}
	out->reason = fsc_read_finish(builder, reason, &out->snapshot);
	if (out->reason == FSC_REASON_NONE) {
		out->reason = trust;
	}
	if (out->snapshot) {
		fsc_snapshot_was_read_in(out->snapshot, fsc_os_precise_ns() - start);
	}
}

/* Nobody is answered by a listing that knows no types. */
static bool knows_a_type(const fsc_snapshot *listing)
{
	uint32_t i = 0, count = fsc_snapshot_count(listing);

	while (i < count && (fsc_snapshot_entry(listing, i).type == FSC_TYPE_UNKNOWN ||
		fsc_snapshot_entry(listing, i).name[0] == '.')) {
		i++;
	}
	return i < count;
}

/* What cannot be kept is held for this period, where each lookup may be a round trip. */
static void fill_hold(fsc_view *view, fsc_node *node, int fd, const fsc_filled *out)
{
	if (out->snapshot && !out->kept && fsc_ahead_suits(view, node) &&
		knows_a_type(out->snapshot)) {
		fill_permit(view, node, fd);
	}
	fsc_ahead_listed(view, node, out);
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
	fill_facts(view, before, mount, fsc_os_realtime_ns(), fsc_os_monotonic_ns(), &facts);
	if (!fill_shared(view, node, fd, mount, out)) {
		fill_from(view, fd, mount, &facts, node && fsc_ahead_suits(view, node), out);
		if (out->reason == FSC_REASON_NONE) {
			fill_publish(view, node, fd, mount, out);
		}
	}
	if (node) {
		node_postpone(node, out->reason,
			fsc_version_window(before, mount->verdict.kind, &facts), &facts);
		if (view->ahead) {
			fill_hold(view, node, fd, out);
		}
	}
	view->counters.racy += !out->kept;
}

/* ---- by a helper thread (ahead_scan.c) ---- */

/* Permission that was asked together with the version that the node has now. */
void fsc_node_take_permission(fsc_node *node, const fsc_found *found)
{
	if (found->access_known) {
		node->granted = (uint8_t) found->granted;
		node->asked = FSC_ACCESS_READ | FSC_ACCESS_SEARCH;
		node->access_s = (uint32_t) (found->started_ns / 1000000000);
	}
}

/* The listing that was read, if its version proves it. */
static void adopt_listing(fsc_view *view, fsc_node *node, fsc_found *found, fsc_filled *out)
{
	fsc_trust_facts facts;
	fsc_fold fold = found->folded ? FSC_FOLD_DOUBTFUL : FSC_FOLD_UNKNOWN;

	view->counters.fills++;
	fill_facts(view, &out->version, node->mount, found->realtime_ns, found->read_ns, &facts);
	out->reason = found->reason;
	if (out->reason == FSC_REASON_NONE) {
		out->reason = fsc_reason_of_trust(
			fsc_version_judge(&out->version, node->mount->verdict.kind, &facts));
	}
	out->snapshot = found->snapshot;
	found->snapshot = NULL;
	if (out->reason == FSC_REASON_NONE && out->snapshot) {
		fill_keep(view, node, -1, fold, out);
	}
	if (out->kept) {
		fsc_shared_keep(view, node->mount, &out->version, out->snapshot, fold);
	}
	node_postpone(node, out->reason,
		fsc_version_window(&out->version, node->mount->verdict.kind, &facts), &facts);
	view->counters.racy += !out->kept;
}

/* What another process has listed at the version that was just seen. */
static void adopt_shared(fsc_view *view, fsc_node *node, fsc_filled *out)
{
	fsc_fold fold;

	out->snapshot = node->granted & FSC_ACCESS_READ
		? fsc_shared_find(view, node->mount, &out->version, &fold) : NULL;
	if (out->snapshot) {
		out->shared = true;
		fill_keep(view, node, -1, fold, out);
	}
}

bool fsc_node_adopt_found(fsc_view *view, fsc_node *node, fsc_found *found, fsc_filled *out)
{
	const fsc_version *version = &found->attr.version;
	fsc_mount *mount = fsc_mount_find(view, version->mount);
	fsc_level level = found->synced ? FSC_LEVEL_SYNC : FSC_LEVEL_PLAIN;

	memset(out, 0, sizeof *out);
	if (!mount || mount->verdict.kind == FSC_FS_UNTRUSTED) {
		return false;
	}
	view->counters.validations++;
	out->version = *version;
	fsc_node_seen(view, node, version, level);
	if (!(node->flags & FSC_NODE_INDEXED) || !node->mount) {
		return false;
	}
	node->checked_ns = found->started_ns;
	fsc_node_take_permission(node, found);
	if (node->listing) {
		out->snapshot = fsc_snapshot_acquire(node->listing);
		out->kept = out->shared = true;
		return true;
	}
	if (found->snapshot) {
		adopt_listing(view, node, found, out);
	} else {
		adopt_shared(view, node, out);
	}
	return true;
}

bool fsc_node_fill_unopened(fsc_view *view, fsc_node *node, fsc_filled *out)
{
	int fd;

	memset(out, 0, sizeof *out);
	if (!fsc_shared_is_worth_a_look(view, node) ||
		fsc_os_open_path(node->path, &fd) != FSC_OS_OK) {
		return false;
	}
	if (fsc_node_adopt(view, node, fd, false) == FSC_REASON_NONE) {
		if (!fsc_node_permission_known(view, node, FSC_ACCESS_READ | FSC_ACCESS_SEARCH)) {
			fsc_node_ask_permission(node, fd, 0);
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
	if (view->ahead && fsc_ahead_fill(view, node, out)) {
		return;
	}
	if (fsc_node_fill_unopened(view, node, out)) {
		return;
	}
	memset(out, 0, sizeof *out);
	result = fsc_os_open_dir(node->path, &fd);
	if (result != FSC_OS_OK) {
		out->reason = fsc_reason_of(result);
		if (out->reason != FSC_REASON_PERMISSION) {
			fsc_node_lost(view, node);
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
	out->reason = fsc_node_adopt(view, node, fd, true);
	if (out->reason == FSC_REASON_NONE) {
		fsc_version before = node->version;

		fsc_fill(view, node, fd, &before, out);
	}
	fsc_os_close(fd);
}
