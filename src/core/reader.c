/* SPDX-License-Identifier: MIT */
/*
 * reader.c: what is asked of the system about one directory, and nothing of any view: helper
 * threads (pool.c) come by here as well as views. Any thread, no locks.
 */
#include "src/core/reader.h"

typedef struct reading {
	fsc_snapshot_builder *builder;
	fsc_snapshot_result   result;
} reading;

static bool visit(void *context, const char *name, size_t length, fsc_type type)
{
	reading *state = context;

	state->result = fsc_snapshot_add(state->builder, name, length, type);
	return state->result == FSC_SNAPSHOT_OK;
}

/* Read to the end. FSC_REASON_NONE, or why the builder must not be kept. */
static fsc_reason read_all(reading *state, int fd)
{
	size_t visited;
	fsc_os_result result;

	do {
		result = fsc_os_read_dir_chunk(fd, visit, state, &visited);
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
static bool complete_types(fsc_snapshot_builder *builder, int fd)
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

fsc_reason fsc_read_names(int fd, uint32_t max_entries, unsigned flags, bool types,
	const fsc_version *before, fsc_snapshot_builder **out)
{
	reading state = { fsc_snapshot_begin(max_entries), FSC_SNAPSHOT_OK };
	fsc_reason reason;
	fsc_attr after;

	*out = NULL;
	if (!state.builder) {
		return FSC_REASON_LIMIT;
	}
	reason = read_all(&state, fd);
	if (reason != FSC_REASON_NONE) {
		fsc_snapshot_discard(state.builder);
		return reason;
	}
	*out = state.builder;
	if ((types && !complete_types(state.builder, fd)) ||
		(before && (fsc_os_stat_fd(fd, flags, &after) != FSC_OS_OK ||
		!fsc_version_equal(&after.version, before)))) {
		return FSC_REASON_CHANGED;
	}
	return FSC_REASON_NONE;
}

fsc_reason fsc_read_finish(fsc_snapshot_builder *builder, fsc_reason reason, fsc_snapshot **out)
{
	fsc_snapshot_result result;

	*out = NULL;
	if (!builder) {
		return reason;
	}
	result = fsc_snapshot_finish(builder, reason == FSC_REASON_NONE, out);
	if (result != FSC_SNAPSHOT_OK) {
		*out = NULL;
		return result == FSC_SNAPSHOT_MEMORY ? FSC_REASON_LIMIT : FSC_REASON_ODD_NAMES;
	}
	return reason;
}

/* ---- whole errands ---- */

fsc_reason fsc_reason_of_trust(fsc_trust trust)
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

/* From the open descriptor: its attributes, and what this process may do with it. */
static void run_open(int fd, unsigned flags, fsc_found *out)
{
	out->result = fsc_os_stat_fd(fd, flags, &out->attr);
	if (out->result == FSC_OS_OK) {
		out->access_known = fsc_os_access_fd(fd, FSC_ACCESS_READ | FSC_ACCESS_SEARCH,
			&out->granted) == FSC_OS_OK;
	}
}

static void run_look(const fsc_errand *errand, fsc_found *out)
{
	int fd;

	if (errand->kind != FSC_ERRAND_ENTER) {
		out->result = fsc_os_stat_from(errand->base, errand->path, errand->flags, &out->attr);
		return;
	}
	out->result = fsc_os_open_path_from(errand->base, errand->path, &fd);
	if (out->result == FSC_OS_OK) {
		run_open(fd, errand->flags, out);
		fsc_os_close(fd);
	}
}

/* May names that are read now be kept, if nothing changes meanwhile? */
static fsc_reason judge(const fsc_errand *errand, fsc_found *out)
{
	fsc_trust_facts facts = errand->facts;

	out->read_ns = facts.monotonic_ns = fsc_os_monotonic_ns();
	out->realtime_ns = facts.realtime_ns = fsc_os_realtime_ns();
	if (!fsc_version_equal(&out->attr.version, &errand->known)) {
		facts.first_seen_ns = 0;
	}
	return fsc_reason_of_trust(
		fsc_version_judge(&out->attr.version, errand->fs_kind, &facts));
}

/*
 * What was seen before is out->attr. Names that cannot be kept anyway need no second look at the
 * version; looked up they are, so they are indexed all the same.
 */
static void read_names(const fsc_errand *errand, int fd, fsc_reason trust, fsc_found *out)
{
	fsc_snapshot_builder *builder;
	int64_t start = fsc_os_precise_ns();

	out->reason = fsc_read_names(fd, errand->max_entries, errand->flags, true,
		trust == FSC_REASON_NONE ? &out->attr.version : NULL, &builder);
	out->reason = fsc_read_finish(builder, out->reason, &out->snapshot);
	if (out->snapshot) {
		fsc_snapshot_was_read_in(out->snapshot, fsc_os_precise_ns() - start);
	}
	if (out->reason == FSC_REASON_NONE) {
		out->reason = trust;
	}
}

/*
 * One question to the server does, most of the time. Where opening asks it already, that is the
 * look before; one more is made afterwards only if the names could be kept. Elsewhere what the
 * client knew before is of some moment in the past: if the server says the same afterwards, it was
 * so all the time, and the names are of then. If not, they may be as old as what the client knew,
 * and all is asked once more; as it is at once if they cannot be kept.
 *
 * A directory on another mount than it was expected on is not read: a listing may be large.
 */
static void run_read(const fsc_errand *errand, fsc_found *out)
{
	fsc_reason trust;
	bool there, asked;
	int fd;

	out->result = fsc_os_open_dir_from(errand->base, errand->path, &fd);
	if (out->result != FSC_OS_OK) {
		return;
	}
	asked = errand->open_asks || !errand->flags;
	run_open(fd, 0, out);
	there = out->result == FSC_OS_OK && out->attr.version.mount == errand->mount;
	trust = there ? judge(errand, out) : FSC_REASON_NONE;
	out->reason = FSC_REASON_CHANGED;
	if (there && (trust == FSC_REASON_NONE || asked)) {
		read_names(errand, fd, trust, out);
		asked = asked || out->reason == FSC_REASON_NONE;
	}
	if (errand->flags && (!asked || out->reason == FSC_REASON_CHANGED)) {
		fsc_found_drop(out);
		run_open(fd, errand->flags, out);
		there = out->result == FSC_OS_OK && out->attr.version.mount == errand->mount;
		if (there && out->reason == FSC_REASON_CHANGED && fsc_os_rewind_dir(fd) == FSC_OS_OK) {
			read_names(errand, fd, judge(errand, out), out);
		}
	}
	out->folded = there && errand->folds && fsc_os_is_casefolded(fd);
	fsc_os_close(fd);
}

void fsc_errand_run(const fsc_errand *errand, fsc_found *out)
{
	memset(out, 0, sizeof *out);
	out->synced = errand->flags & FSC_STAT_SYNC;
	out->started_ns = fsc_os_monotonic_ns();
	if (errand->kind == FSC_ERRAND_READ) {
		run_read(errand, out);
	} else {
		run_look(errand, out);
	}
}

void fsc_found_drop(fsc_found *found)
{
	fsc_snapshot_release(found->snapshot);
	found->snapshot = NULL;
}
