/* SPDX-License-Identifier: MIT */
/*
 * marks.c: own changes, by path. A mark makes the nodes of one directory, by whatever path they
 * were reached, validate before their next answer; where it cannot be told which directory, all of
 * them.
 */
#include "src/core/view.h"

/* More are not looked through for each directory that is made. */
#define MADE_NODES_MAX 4096

static void mark_resolved(fsc_view *view, const char *directory)
{
	fsc_attr attr;

	if (fsc_os_stat(directory, 0, &attr) == FSC_OS_OK) {
		fsc_mark_inode(view, attr.version.device, attr.version.inode);
	} else {
		fsc_mark_everything(view);
	}
}

void fsc_mark_parent(fsc_view *view, const char *path, size_t length)
{
	char directory[FSC_PATH_MAX];
	fsc_split split;

	if (!fsc_view_needs_marks(view)) {
		return;
	}
	if (fsc_path_has_dotdot(path, length) || memchr(path, '\0', length) ||
		!fsc_path_split(path, length, &split)) {
		fsc_mark_everything(view);
		return;
	}
	memcpy(directory, split.directory, split.directory_length);
	directory[split.directory_length] = '\0';
	mark_resolved(view, directory);
}

/* Is a directory listed whose last component is this name, by whatever path? */
static bool name_is_known(const fsc_view *view, const char *name, size_t length)
{
	const fsc_root *root;

	for (root = &view->absolute; root; root = root->next) {
		const fsc_node *node = root->nodes;

		for (; node; node = node->hh.next) {
			size_t at = node->path_length - length;

			if (node->listing && node->path_length >= length &&
				memcmp(node->path + at, name, length) == 0 &&
				(at == 0 || node->path[at - 1] == '/')) {
				return true;
			}
		}
	}
	return false;
}

void fsc_mark_made(fsc_view *view, const char *path, size_t length)
{
	fsc_split split;

	fsc_mark_parent(view, path, length);
	if (fsc_view_needs_marks(view) && fsc_path_split(path, length, &split) &&
		(view->node_count > MADE_NODES_MAX ||
		name_is_known(view, split.name, split.name_length))) {
		fsc_mark_everything(view);
	}
}

void fsc_mark_directory(fsc_view *view, const char *path, size_t length)
{
	if (!fsc_view_needs_marks(view)) {
		return;
	}
	if (length == 0 || memchr(path, '\0', length)) {
		fsc_mark_everything(view);
		return;
	}
	mark_resolved(view, path);
}

/* False: it is not known to be a directory. */
static bool mark_string(fsc_view *view, fsc_root *root, const char *directory, size_t length)
{
	fsc_node *node = fsc_node_find(root, directory, length,
		fsc_path_hash(view, directory, length));

	if (!node) {
		return false;
	}
	fsc_node_outdate(view, node);
	fsc_node_drop_real(view, node);
	return (node->flags & FSC_NODE_INDEXED) != 0;
}

/* Of a missing directory those above it tell: upwards to the first that is there. */
static void mark_upwards(fsc_view *view, fsc_root *root, const fsc_split *split)
{
	fsc_split at = *split;

	while (!mark_string(view, root, at.directory, at.directory_length) &&
		fsc_path_split(at.directory, at.directory_length, &at)) {
	}
}

void fsc_mark_path(fsc_view *view, const char *path, size_t length)
{
	fsc_root *root;
	fsc_split split;

	if (!fsc_view_needs_marks(view)) {
		return;
	}
	view->counters.marks++;
	if (!fsc_path_split(path, length, &split)) {
		fsc_mark_everything(view);
		return;
	}
	/* Relative: of whatever working directory, since this must cost no system call. */
	for (root = split.relative ? view->absolute.next : &view->absolute; root;
		root = split.relative ? root->next : NULL) {
		size_t whole = fsc_path_trim(path, length);

		mark_upwards(view, root, &split);
		mark_string(view, root, path, whole);
	}
}
