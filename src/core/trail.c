/* SPDX-License-Identifier: MIT */
/* trail.c: lists of paths, and which script's they are. No system calls, no locks. */
#include "src/core/trail.h"

#include "src/core/hash.h"
#include "src/core/memory.h"
#include "src/core/path.h"

#include <string.h>

#define HEAD 3 /* flags and length */

/* ---- lists of paths ---- */

bool fsc_paths_add(fsc_paths *list, unsigned flags, const char *path, size_t length)
{
	size_t need = list->used + HEAD + length + 1;
	uint16_t short_length = (uint16_t) length;
	char *at;

	if (length > UINT16_MAX) {
		return false;
	}
	if (need > list->size) {
		size_t size = need > list->size * 2 ? need + 1024 : list->size * 2;
		char *grown = fsc_mem_realloc(list->bytes, size);

		if (!grown) {
			return false;
		}
		list->bytes = grown;
		list->size = size;
	}
	at = list->bytes + list->used;
	at[0] = (char) flags;
	memcpy(at + 1, &short_length, 2);
	memcpy(at + HEAD, path, length);
	at[HEAD + length] = '\0';
	list->used = need;
	list->count++;
	return true;
}

bool fsc_paths_next(const fsc_paths *list, size_t *at, fsc_path_entry *out)
{
	uint16_t length;

	if (*at >= list->used) {
		return false;
	}
	memcpy(&length, list->bytes + *at + 1, 2);
	out->at = *at;
	out->flags = (unsigned char) list->bytes[*at];
	out->path = list->bytes + *at + HEAD;
	out->length = length;
	*at += HEAD + (size_t) length + 1;
	return true;
}

void fsc_paths_set_flags(fsc_paths *list, size_t at, unsigned flags)
{
	list->bytes[at] = (char) flags;
}

void fsc_paths_clear(fsc_paths *list)
{
	list->used = 0;
	list->count = 0;
}

void fsc_paths_free(fsc_paths *list)
{
	fsc_mem_free(list->bytes);
	memset(list, 0, sizeof *list);
}

bool fsc_hashes_create(fsc_hashes *set, size_t count)
{
	size_t size = 16;

	while (size < 2 * count) {
		size *= 2;
	}
	set->mask = size - 1;
	set->seen = fsc_mem_zalloc(size * sizeof *set->seen);
	return set->seen != NULL;
}

void fsc_hashes_free(fsc_hashes *set)
{
	fsc_mem_free(set->seen);
	set->seen = NULL;
}

bool fsc_hashes_add(fsc_hashes *set, uint64_t hash)
{
	size_t i;

	hash |= 1;
	i = hash >> 1 & set->mask;
	while (set->seen[i] != 0 && set->seen[i] != hash) {
		i = (i + 1) & set->mask;
	}
	if (set->seen[i] == hash) {
		return false;
	}
	set->seen[i] = hash;
	return true;
}

static void copy_if(const fsc_paths *list, const bool *leads, bool wanted, char *to, size_t *used)
{
	fsc_path_entry entry;
	size_t at = 0;

	for (uint32_t i = 0; fsc_paths_next(list, &at, &entry); i++) {
		if (leads[i] == wanted) {
			memcpy(to + *used, list->bytes + entry.at, at - entry.at);
			*used += at - entry.at;
		}
	}
}

void fsc_paths_lead(fsc_paths *list)
{
	fsc_hashes directories = { NULL, 0 };
	size_t at = 0, used = 0;
	fsc_path_entry entry;
	char *ordered;
	bool *leads;

	if (list->count < 2) {
		return;
	}
	leads = fsc_mem_zalloc(list->count);
	ordered = fsc_mem_alloc(list->used);
	if (leads && ordered && fsc_hashes_create(&directories, list->count)) {
		for (uint32_t i = 0; fsc_paths_next(list, &at, &entry); i++) {
			leads[i] = fsc_hashes_add(&directories,
				fsc_hash(entry.path, fsc_path_name_at(entry.path, entry.length)));
		}
		copy_if(list, leads, true, ordered, &used);
		copy_if(list, leads, false, ordered, &used);
		memcpy(list->bytes, ordered, used);
	}
	fsc_hashes_free(&directories);
	fsc_mem_free(leads);
	fsc_mem_free(ordered);
}

/* ---- of which script ---- */

fsc_trail *fsc_trails_find(fsc_trails *trails, const char *script, size_t length)
{
	fsc_trail **link = &trails->first;

	for (; *link; link = &(*link)->next) {
		fsc_trail *trail = *link;

		if (trail->script_length == length && memcmp(trail->script, script, length) == 0) {
			*link = trail->next;
			trail->next = trails->first;
			trails->first = trail;
			return trail;
		}
	}
	return NULL;
}

static size_t bytes_of(const fsc_trail *trail)
{
	return fsc_mem_footprint(sizeof *trail + trail->script_length + 1) +
		trail->directories.size + trail->files.size + trail->left.size;
}

static void drop_last(fsc_trails *trails)
{
	fsc_trail **link = &trails->first;

	while ((*link)->next) {
		link = &(*link)->next;
	}
	fsc_paths_free(&(*link)->directories);
	fsc_paths_free(&(*link)->files);
	fsc_paths_free(&(*link)->left);
	fsc_mem_free(*link);
	*link = NULL;
	trails->count--;
}

fsc_trail *fsc_trails_make(fsc_trails *trails, const char *script, size_t length)
{
	fsc_trail *trail = fsc_trails_find(trails, script, length);

	if (trail) {
		return trail;
	}
	trail = fsc_mem_zalloc(sizeof *trail + length + 1);
	if (!trail) {
		return NULL;
	}
	if (trails->count == FSC_TRAILS_MAX) {
		drop_last(trails);
	}
	memcpy(trail->script, script, length);
	trail->script_length = length;
	trail->next = trails->first;
	trails->first = trail;
	trails->count++;
	return trail;
}

size_t fsc_trails_bytes(const fsc_trails *trails)
{
	const fsc_trail *trail;
	size_t bytes = 0;

	for (trail = trails->first; trail; trail = trail->next) {
		bytes += bytes_of(trail);
	}
	return bytes;
}

void fsc_trails_shrink(fsc_trails *trails, size_t limit)
{
	while (trails->count > 1 && fsc_trails_bytes(trails) > limit) {
		drop_last(trails);
	}
}

void fsc_trails_free(fsc_trails *trails)
{
	while (trails->count > 0) {
		drop_last(trails);
	}
}
