/* SPDX-License-Identifier: MIT */
/*
 * absence.c: may a name that is not listed be called absent? Only where lookup and listing agree:
 * not where case may be folded, nor for names that another system's disk may know by another
 * spelling, nor for those that exist without being listed (.snapshot and its like).
 *
 * Called by engine.c, with the node validated and listed.
 */
#include "src/core/view.h"

/* A listed name with its letters' case swapped, NUL-terminated, that is not itself listed. */
static bool swapped_name(const fsc_snapshot *listing, char name[FSC_NAME_MAX + 1])
{
	uint32_t i, k, count = fsc_snapshot_count(listing);

	for (i = 0; i < count; i++) {
		fsc_entry entry = fsc_snapshot_entry(listing, i);
		bool letters = false;
		fsc_type type;

		for (k = 0; k < entry.length; k++) {
			bool letter = (entry.name[k] | 0x20) >= 'a' && (entry.name[k] | 0x20) <= 'z';

			name[k] = (char) (letter ? entry.name[k] ^ 0x20 : entry.name[k]);
			letters |= letter;
		}
		name[k] = '\0';
		if (letters && !fsc_snapshot_find(listing, name, k, fsc_hash(name, k), &type)) {
			return true;
		}
	}
	return false;
}

/*
 * If a name in swapped case can be looked up, case is folded here. Looked up in the very directory
 * that was listed: the path may lead elsewhere by now.
 */
static fsc_fold fold_test(const fsc_node *node)
{
	char name[FSC_NAME_MAX + 1];
	fsc_fold fold = FSC_FOLD_UNKNOWN;
	fsc_attr attr;
	int fd;

	if (!swapped_name(node->listing, name)) {
		return FSC_FOLD_DOUBTFUL;
	}
	if (fsc_os_open_path(node->path, &fd) != FSC_OS_OK) {
		return FSC_FOLD_UNKNOWN;
	}
	if (fsc_os_stat_fd(fd, 0, &attr) == FSC_OS_OK &&
		fsc_version_equal(&attr.version, &node->version)) {
		fold = fsc_os_stat_entry(fd, name, &attr) == FSC_OS_NOENT ? FSC_FOLD_SENSITIVE
			: FSC_FOLD_DOUBTFUL;
	}
	fsc_os_close(fd);
	return fold;
}

/*
 * May another system's disk know this name without listing it? Other letters' normal forms, short
 * names (LONGNA~1), streams (file:stream), names whose last dots and blanks are dropped, and what
 * was here before (Samba's @GMT-2026.01.31-12.00.00).
 */
static bool may_have_another_name(const char *name, size_t length)
{
	static const char past[] = "@GMT-";
	size_t i;

	for (i = 0; i < length; i++) {
		if ((unsigned char) name[i] >= 0x80 || name[i] == '~' || name[i] == ':') {
			return true;
		}
	}
	return name[length - 1] == '.' || name[length - 1] == ' ' ||
		(length > sizeof past - 1 && memcmp(name, past, sizeof past - 1) == 0);
}

fsc_reason fsc_absence_allowed(fsc_view *view, fsc_node *node, const char *name, size_t length,
	bool *asked)
{
	if (!view->config.negative || name[0] == '.') {
		return FSC_REASON_ABSENCE;
	}
	if (memchr(name, '\0', length)) {
		return FSC_REASON_ARGUMENT;
	}
	if (!node->mount->fold_test) {
		return node->fold == FSC_FOLD_DOUBTFUL ? FSC_REASON_ABSENCE : FSC_REASON_NONE;
	}
	if (may_have_another_name(name, length)) {
		return FSC_REASON_ABSENCE;
	}
	if (node->fold == FSC_FOLD_UNKNOWN) {
		*asked = true;
		node->fold = (uint8_t) fold_test(node);
	}
	return node->fold == FSC_FOLD_SENSITIVE ? FSC_REASON_NONE : FSC_REASON_ABSENCE;
}
