/* SPDX-License-Identifier: MIT */
/*
 * report.c: what users see of the view: status, directories, explanations, and invalidation by
 * path.
 */
#include "src/core/view.h"

static int64_t age_of(const fsc_node *node)
{
	return node->checked_ns ? fsc_os_monotonic_ns() - node->checked_ns : -1;
}

void fsc_view_get_status(const fsc_view *view, fsc_view_status *out)
{
	const fsc_root *root;

	memset(out, 0, sizeof *out);
	out->bytes = view->bytes + fsc_view_overhead(view);
	out->limit = view->config.cache_bytes;
	out->directories = view->node_count;
	out->mounts = view->mount_count;
	out->features_ok = fsc_features_suffice(view->features);
	for (root = &view->absolute; root; root = root->next) {
		const fsc_node *node = root->nodes;

		for (; node; node = node->hh.next) {
			if (node->listing) {
				out->listings++;
				out->names += fsc_snapshot_count(node->listing);
			}
		}
	}
}

void fsc_view_each(const fsc_view *view, fsc_directory_visit visit, void *context)
{
	const fsc_root *root;

	for (root = &view->absolute; root; root = root->next) {
		const fsc_node *node = root->nodes;

		for (; node; node = node->hh.next) {
			fsc_directory_info info = { node->path, root->relative, node->listing != NULL,
				node->listing ? fsc_snapshot_count(node->listing) : 0,
				fsc_mem_footprint(sizeof *node + node->path_length + 1) + node->charged,
				age_of(node),
				node->mount ? node->mount->type : "", (fsc_reason) node->unkept,
				node->listing ? fsc_snapshot_read_us(node->listing) : 0 };

			if (!visit(context, &info)) {
				return;
			}
		}
	}
}

static void explain_node(const fsc_node *node, fsc_explanation *out)
{
	out->known = true;
	out->listed = node->listing != NULL;
	out->version = node->version;
	out->age_ns = age_of(node);
	out->unkept = (fsc_reason) node->unkept;
	out->entries = node->listing ? fsc_snapshot_count(node->listing) : 0;
	out->uses = node->uses;
	out->granted = node->granted & node->asked;
	if (node->mount) {
		memcpy(out->type, node->mount->type, sizeof out->type);
		out->kind = node->mount->verdict.kind;
		out->distrust = node->mount->verdict.reason;
	}
}

void fsc_explain(fsc_view *view, const char *path, size_t length, fsc_explanation *out)
{
	fsc_root *root;
	fsc_split split;
	fsc_node *node;

	memset(out, 0, sizeof *out);
	out->distrust = "";
	out->age_ns = -1;
	out->reply = fsc_ask(view, path, length, FSC_WANT_EXISTS);
	out->creds = view->creds;
	if (!fsc_path_split(path, length, &split)) {
		return;
	}
	memcpy(out->directory, split.directory, split.directory_length);
	root = split.relative ? fsc_view_cwd(view) : &view->absolute;
	node = root ? fsc_node_find(root, split.directory, split.directory_length,
		fsc_path_hash(view, split.directory, split.directory_length)) : NULL;
	if (node && (!fsc_view_is_fenced(view) || fsc_node_is_inside(view, node))) {
		explain_node(node, out);
	}
}

static uint32_t root_invalidate(fsc_view *view, fsc_root *root, const char *path, size_t length,
	bool recursive)
{
	char text[FSC_JOINED_MAX];
	fsc_node *node, *next;
	uint32_t dropped = 0;

	for (node = root->nodes; node; node = next) {
		size_t own = fsc_path_from_root(root, node->path, node->path_length, text);

		next = node->hh.next;
		if (own == 0 ||
			(fsc_path_is_below(text, own, path, length) && (recursive || own == length))) {
			fsc_node_destroy(view, node);
			dropped++;
		}
	}
	return dropped;
}

uint32_t fsc_view_invalidate(fsc_view *view, const char *path, size_t length, bool recursive)
{
	char text[FSC_JOINED_MAX];
	fsc_root *root;
	uint32_t dropped = 0;

	if (length == 0) {
		return 0;
	}
	root = path[0] == '/' ? &view->absolute : fsc_view_cwd(view);
	length = root ? fsc_path_from_root(root, path, length, text) : 0;
	for (root = &view->absolute; root && length > 0; root = root->next) {
		dropped += root_invalidate(view, root, text, length, recursive);
	}
	/* Links lead there by other strings. */
	fsc_mark_everything(view);
	return dropped;
}
