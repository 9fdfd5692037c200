/* SPDX-License-Identifier: MIT */
/*
 * lifecycle.c: a view comes, is configured, emptied and goes. Live directory handles outlive a
 * reset (they hold their own references) but not the view.
 */
#include "src/core/view.h"

fsc_view *fsc_view_create(const fsc_config *config, const fsc_policy *policy)
{
	fsc_view *view = fsc_mem_zalloc(sizeof *view);

	if (!view) {
		return NULL;
	}
	view->stamp = 1;
	view->policy = policy;
	view->epoch = &view->no_epoch;
	view->root_count = 1;
	view->tick_ns = fsc_os_tick_ns();
	view->key = fsc_hash_mix((uint64_t) fsc_os_realtime_ns() ^ (uintptr_t) view,
		(uint64_t) fsc_os_precise_ns() ^ UINT64_C(0x9e3779b97f4a7c15));
	view->random = (uint64_t) fsc_os_realtime_ns() | 1;
	view->features = fsc_os_features();
	fsc_view_configure(view, config);
	return view;
}

static void exclude_clear(fsc_view *view)
{
	uint32_t i;

	for (i = 0; i < view->exclude_count; i++) {
		fsc_mem_free(view->exclude[i]);
	}
	fsc_mem_free(view->exclude);
	view->exclude = NULL;
	view->exclude_count = 0;
}

static void strict_clear(fsc_view *view)
{
	uint32_t i;

	for (i = 0; i < view->strict_count; i++) {
		fsc_mem_free(view->strict[i].path);
	}
	view->strict_count = 0;
	view->strict_overflow = false;
}

void fsc_view_destroy(fsc_view *view)
{
	if (!view) {
		return;
	}
	fsc_view_share(view, NULL, 0, FSC_STORE_NOBODY);
	fsc_ahead_destroy(view);
	fsc_view_reset(view);
	fsc_mem_free(view->absolute.path);
	fsc_mem_free(view->mounts);
	fsc_mem_free(view->inodes);
	exclude_clear(view);
	strict_clear(view);
	fsc_view_unfence(view);
	fsc_mem_free(view);
}

void fsc_view_configure(fsc_view *view, const fsc_config *config)
{
	/* what only the client's cache vouched for */
	bool outdated = view->node_count > 0 && config->sync && !view->config.sync;

	view->config = *config;
	if (view->config.min_uses == 0) {
		view->config.min_uses = 1;
	}
	view->period_ns = config->mode == FSC_MODE_REQUEST || config->mode == FSC_MODE_INTERVAL
		? config->revalidate_ns : 0;
	view->ages = config->mode == FSC_MODE_REQUEST || config->mode == FSC_MODE_INTERVAL
		? view->period_ns == 0 || view->period_ns > FSC_ACCESS_NS : false;
	if (config->prefetch_threads == 0) {
		fsc_ahead_destroy(view);
	} else if (!view->ahead) {
		view->ahead = fsc_ahead_create();
	}
	view->deadline_ns = 0;
	view->plain = false; /* until the next request_begin() says so */
	fsc_request_reopen(view);
	view->cwd = NULL;
	view->mounts_due = true;
	view->stamp++;
	if (outdated) {
		fsc_view_reset(view);
	}
	fsc_view_shrink(view, NULL);
}

static void root_empty(fsc_view *view, fsc_root *root)
{
	while (root->nodes) {
		fsc_node_destroy(view, root->nodes);
	}
}

void fsc_view_reset(fsc_view *view)
{
	fsc_root *root, *next;

	fsc_ahead_cancel(view);
	root_empty(view, &view->absolute);
	for (root = view->absolute.next; root; root = next) {
		next = root->next;
		root_empty(view, root);
		fsc_mem_free(root->path);
		fsc_mem_free(root);
	}
	view->absolute.next = NULL;
	view->root_count = 1;
	view->resets++;
	view->hand_root = NULL;
	view->hand = NULL;
	view->cwd = NULL;
	fsc_mounts_clear(view);
	view->mounts_due = true;
	view->stamp++;
}

void fsc_identity_changed(fsc_view *view)
{
	fsc_view_stop_threads(view);
	fsc_view_reset(view);
	fsc_dirs_shared(view);
	view->features = fsc_os_features();
	fsc_request_reopen(view);
}

uint64_t fsc_view_redirects(const fsc_view *view)
{
	return view->redirects;
}

void fsc_request_start(fsc_view *view)
{
	fsc_request_end(view);
	strict_clear(view);
	if (view->mount_count >= FSC_MOUNTS_MAX) {
		fsc_view_reset(view);
	}
	fsc_request_reopen(view);
}

/* Cut `text` at `separator`; the prefix without trailing slashes, or NULL. */
static char *exclude_copy(const char *text, size_t length)
{
	char *copy;

	length = fsc_path_trim(text, length);
	copy = fsc_mem_alloc(length + 1);
	if (copy) {
		memcpy(copy, text, length);
		copy[length] = '\0';
	}
	return copy;
}

bool fsc_view_exclude(fsc_view *view, const char *prefixes, char separator)
{
	exclude_clear(view);
	fsc_request_reopen(view);
	while (prefixes && *prefixes) {
		const char *end = strchr(prefixes, separator);
		size_t length = end ? (size_t) (end - prefixes) : strlen(prefixes);
		char **grown, *copy;

		if (length > 0) {
			grown = fsc_mem_realloc(view->exclude, (view->exclude_count + 1) * sizeof *grown);
			if (!grown) {
				return false;
			}
			view->exclude = grown;
			copy = exclude_copy(prefixes, length);
			if (!copy) {
				return false;
			}
			view->exclude[view->exclude_count++] = copy;
		}
		prefixes += length + (end ? 1 : 0);
	}
	return true;
}

void fsc_strict_directory(fsc_view *view, const char *path, bool subtree)
{
	fsc_strict *entry;
	size_t length = fsc_path_trim(path, strlen(path));

	if (length == 0) {
		return;
	}
	if (view->strict_count == FSC_STRICT_MAX) {
		view->strict_overflow = true;
		fsc_request_reopen(view);
		return;
	}
	entry = &view->strict[view->strict_count];
	entry->path = fsc_mem_alloc(length + 1);
	if (!entry->path) {
		view->strict_overflow = true;
		fsc_request_reopen(view);
		return;
	}
	memcpy(entry->path, path, length);
	entry->path[length] = '\0';
	entry->subtree = subtree;
	entry->found = false;
	view->strict_count++;
	fsc_request_reopen(view); /* resolved by the next question */
}

fsc_cache_counters *fsc_view_counters(fsc_view *view)
{
	return &view->counters;
}
