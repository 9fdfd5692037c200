/* SPDX-License-Identifier: MIT */
/*
 * warm.c: fastscan_warm(): list a tree, level by level, before anybody asks. Each directory is
 * listed as scandir() would; where that is a round trip, helpers are ahead of it.
 */
#include "src/core/ahead.h"

/* One that is still to be listed, behind the others. */
static bool push(fsc_paths *queue, const char *directory, size_t length, const fsc_entry *entry)
{
	char path[FSC_PATH_MAX];
	size_t at = length;

	if (at + 1 + entry->length >= sizeof path) {
		return false;
	}
	memcpy(path, directory, at);
	if (path[at - 1] != '/') {
		path[at++] = '/';
	}
	memcpy(path + at, entry->name, entry->length);
	return fsc_paths_add(queue, 0, path, at + entry->length);
}

static bool is_full(const fsc_view *view)
{
	return view->bytes + fsc_view_overhead(view) > view->config.cache_bytes / 8 * 7;
}

/* FSC_REASON_NONE: listed. What is in it goes to `below`, if that is wanted. */
static fsc_reason warm_one(fsc_view *view, const char *path, size_t length, fsc_paths *below,
	fsc_warmed *out)
{
	fsc_snapshot *listing;
	fsc_reply reply = fsc_list(view, path, length, &listing);
	uint32_t i, count;

	out->directories++;
	if (reply.answer != FSC_YES) {
		out->passed++;
		return (fsc_reason) reply.reason;
	}
	count = fsc_snapshot_count(listing);
	if (reply.reason == FSC_REASON_NONE) {
		out->kept++;
		out->names += count;
	} else {
		out->passed++;
	}
	for (i = 0; below && i < count; i++) {
		fsc_entry entry = fsc_snapshot_entry(listing, i);

		if (entry.type == FSC_TYPE_DIR && !fsc_path_is_dots(entry.name, entry.length)) {
			push(below, path, length, &entry);
		}
	}
	fsc_snapshot_release(listing);
	return FSC_REASON_NONE;
}

fsc_reason fsc_warm(fsc_view *view, const char *path, size_t length, uint32_t depth,
	fsc_warmed *out)
{
	fsc_paths level = {NULL, 0, 0, 0}, below = {NULL, 0, 0, 0}, swapped;
	fsc_path_entry entry;
	fsc_reason reason;
	size_t at;

	memset(out, 0, sizeof *out);
	reason = warm_one(view, path, fsc_path_trim(path, length), depth > 0 ? &level : NULL, out);
	while (level.count > 0 && !is_full(view)) {
		depth--;
		if (view->ahead) {
			fsc_ahead_list(view, &level);
		}
		for (at = 0; fsc_paths_next(&level, &at, &entry) && !is_full(view);) {
			warm_one(view, entry.path, entry.length, depth > 0 ? &below : NULL, out);
		}
		swapped = level;
		level = below;
		below = swapped;
		fsc_paths_clear(&below);
	}
	if (view->ahead && view->ahead->pool) {
		out->threads = fsc_pool_threads(view->ahead->pool);
	}
	fsc_paths_free(&level);
	fsc_paths_free(&below);
	return reason;
}
