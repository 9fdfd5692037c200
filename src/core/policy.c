/* SPDX-License-Identifier: MIT */
/*
 * policy.c: the list of trusted file systems, as edited by fastscan.filesystems, and what is known
 * of each type.
 *
 * Invariant: a policy is built once and never changes; any thread may read it.
 */
#include "src/core/policy.h"

#include "src/core/memory.h"

#include <string.h>

#define TYPE_SIZE sizeof(((fsc_fs_info *) 0)->type)

/* Does the kernel name case-insensitive directories, may they exist unnamed, or not at all? */
enum folding { FOLDS_NEVER, FOLDS_FLAGGED, FOLDS_HIDDEN };

/*
 * Trusted by default. NETWORK takes a plain stat for absence, so it is only for clients whose
 * plain stat of a directory is never staler than their answer to an absent name. Those of cifs,
 * 9p, vboxsf and prl_fs ask the server for absent names each time (cifs: after a second): they are
 * of the FUSE kind, as are FUSE's own. zfs and xfs can be made case-insensitive when the file
 * system is made, and overlay takes the folding of its layers.
 */
static const struct known {
	const char  *type;
	fsc_fs_kind  kind;
	enum folding folding;
} known_types[] = {
	{"ext2", FSC_FS_LOCAL, FOLDS_NEVER},
	{"ext3", FSC_FS_LOCAL, FOLDS_NEVER},
	{"ext4", FSC_FS_LOCAL, FOLDS_FLAGGED},
	{"xfs", FSC_FS_LOCAL, FOLDS_HIDDEN},
	{"btrfs", FSC_FS_LOCAL, FOLDS_NEVER},
	{"zfs", FSC_FS_LOCAL, FOLDS_HIDDEN},
	{"f2fs", FSC_FS_LOCAL, FOLDS_FLAGGED},
	{"tmpfs", FSC_FS_LOCAL, FOLDS_FLAGGED},
	{"overlay", FSC_FS_LOCAL, FOLDS_HIDDEN},
	{"nfs", FSC_FS_NETWORK, FOLDS_HIDDEN},
	{"nfs4", FSC_FS_NETWORK, FOLDS_HIDDEN},
	{"ceph", FSC_FS_NETWORK, FOLDS_HIDDEN},
	{"cifs", FSC_FS_FUSE, FOLDS_HIDDEN},
	{"smb3", FSC_FS_FUSE, FOLDS_HIDDEN},
	{"vboxsf", FSC_FS_FUSE, FOLDS_HIDDEN},
	{"prl_fs", FSC_FS_FUSE, FOLDS_HIDDEN},
	{"9p", FSC_FS_FUSE, FOLDS_HIDDEN},
	{"virtiofs", FSC_FS_FUSE, FOLDS_HIDDEN},
	{"fuse.vmhgfs-fuse", FSC_FS_FUSE, FOLDS_HIDDEN},
};

#define KNOWN_COUNT (sizeof known_types / sizeof *known_types)

/* Directories that the kernel makes up: their times say nothing about their names. */
static const char *const pseudo_types[] = {
	"autofs", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "cpuset", "debugfs", "devpts",
	"efivarfs", "fuse.lxcfs", "fusectl", "mqueue", "nfsd", "nsfs", "proc", "pstore", "resctrl",
	"rpc_pipefs", "securityfs", "selinuxfs", "smackfs", "sysfs", "tracefs",
};

/* Types in `list` are trusted, or, with `all`, are the only ones that are not. */
struct fsc_policy {
	bool   all;
	size_t count;
	char   list[][TYPE_SIZE];
};

/* ---- building ---- */

static size_t position(const fsc_policy *policy, const char *type, size_t length)
{
	size_t i = 0;

	while (i < policy->count &&
		!(strlen(policy->list[i]) == length && memcmp(policy->list[i], type, length) == 0)) {
		i++;
	}
	return i;
}

static void list_add(fsc_policy *policy, const char *type, size_t length)
{
	if (position(policy, type, length) == policy->count) {
		memcpy(policy->list[policy->count], type, length);
		policy->list[policy->count++][length] = '\0';
	}
}

static void list_remove(fsc_policy *policy, const char *type, size_t length)
{
	size_t i = position(policy, type, length);

	if (i < policy->count) {
		memmove(policy->list[i], policy->list[--policy->count], TYPE_SIZE);
	}
}

static void trust(fsc_policy *policy, const char *type, size_t length, bool trusted)
{
	if (trusted != policy->all) {
		list_add(policy, type, length);
	} else {
		list_remove(policy, type, length);
	}
}

static bool is_type_name(const char *word, size_t length)
{
	static const char allowed[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
	size_t i = 0;

	while (i < length && word[i] != '\0' && strchr(allowed, word[i])) {
		i++;
	}
	return i == length && length > 0 && length < TYPE_SIZE && word[0] != '-';
}

/* What the words so far allow the next one to be. */
enum style { STYLE_NONE, STYLE_EDIT, STYLE_REPLACE, STYLE_ALL };

static bool apply_word(fsc_policy *policy, enum style *style, const char *word, size_t length)
{
	char sign = length > 0 && (word[0] == '+' || word[0] == '-') ? word[0] : '\0';
	enum style wanted = sign ? STYLE_EDIT : STYLE_REPLACE;

	if (length == 1 && word[0] == '*') {
		policy->all = true;
		policy->count = 0;
		wanted = *style;
		*style = STYLE_ALL;
		return wanted == STYLE_NONE;
	}
	if (sign) {
		word++;
		length--;
	}
	if (!is_type_name(word, length)) {
		return false;
	}
	if (*style == STYLE_NONE) {
		*style = wanted;
		policy->count = wanted == STYLE_REPLACE ? 0 : policy->count;
	}
	if (*style != wanted && !(*style == STYLE_ALL && sign == '-')) {
		return false;
	}
	trust(policy, word, length, sign != '-');
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The word between two commas, without the blanks around it. Returns where the next one begins. */
static const char *next_word(const char *text, const char **word, size_t *length)
{
	const char *end = text + strcspn(text, ",");
	const char *next = *end ? end + 1 : NULL;

	while (is_blank(*text)) {
		text++;
	}
	while (end > text && is_blank(end[-1])) {
		end--;
	}
	*word = text;
	*length = (size_t) (end - text);
	return next;
}

/* With the default list, and room for every word of the text. */
static fsc_policy *policy_alloc(const char *text)
{
	size_t room = KNOWN_COUNT + 1;
	fsc_policy *policy;

	while ((text = strchr(text, ',')) != NULL) {
		text++;
		room++;
	}
	policy = fsc_mem_zalloc(sizeof *policy + room * TYPE_SIZE);
	for (size_t i = 0; policy && i < KNOWN_COUNT; i++) {
		list_add(policy, known_types[i].type, strlen(known_types[i].type));
	}
	return policy;
}

fsc_policy *fsc_policy_create(const char *text, const char **error_at, size_t *error_length)
{
	enum style style = STYLE_NONE;
	const char *next = text ? text : "";
	fsc_policy *policy = policy_alloc(next);

	*error_at = NULL;
	*error_length = 0;
	if (!policy || next[strspn(next, " \t\r\n")] == '\0') {
		return policy;
	}
	while (next) {
		const char *word;
		size_t length;

		next = next_word(next, &word, &length);
		if (!apply_word(policy, &style, word, length)) {
			fsc_policy_destroy(policy);
			*error_at = word;
			*error_length = length;
			return NULL;
		}
	}
	return policy;
}

void fsc_policy_destroy(fsc_policy *policy)
{
	fsc_mem_free(policy);
}

/* ---- judging ---- */

static const struct known *find_known(const char *type)
{
	for (size_t i = 0; i < KNOWN_COUNT; i++) {
		if (strcmp(known_types[i].type, type) == 0) {
			return &known_types[i];
		}
	}
	return NULL;
}

static bool is_pseudo(const char *type)
{
	for (size_t i = 0; i < sizeof pseudo_types / sizeof *pseudo_types; i++) {
		if (strcmp(pseudo_types[i], type) == 0) {
			return true;
		}
	}
	return false;
}

/* Text of option `name` ("cache=" with its sign), *length bytes of it; NULL if it is not set. */
static const char *find_option(const char *options, const char *name, size_t *length)
{
	size_t name_length = strlen(name);

	while (*options) {
		size_t all = strcspn(options, ",");

		if (all >= name_length && memcmp(options, name, name_length) == 0) {
			*length = all - name_length;
			return options + name_length;
		}
		options += all + (options[all] == ',');
	}
	return NULL;
}

/* Options are cut at the end: if the field is full, one of them may be missing. */
static bool options_may_be_cut(const fsc_fs_info *info)
{
	return strlen(info->options) >= sizeof info->options - 1;
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && memcmp(text, word, length) == 0;
}

/*
 * 9p: does getattr ask the server? Up to Linux 6.3 the table shows cache=none, mmap, loose,
 * fscache; since then a hexadecimal mask, of which CACHE_META (2), CACHE_LOOSE (8) and
 * CACHE_FSCACHE (80) answer by themselves. What is not known does not count as asking.
 */
static bool plan9_asks(const fsc_fs_info *info)
{
	size_t length;
	const char *value = find_option(info->options, "cache=", &length);
	unsigned mask = 0;

	if (!value || is_word(value, length, "none") || is_word(value, length, "mmap") ||
		is_word(value, length, "readahead")) {
		return true;
	}
	if (length > 2 && value[0] == '0' && value[1] == 'x') {
		value += 2;
		length -= 2;
	}
	if (length == 0 || length > 4) {
		return false;
	}
	for (size_t i = 0; i < length; i++) {
		static const char digits[] = "0123456789abcdef";
		const char *digit = memchr(digits, value[i], 16);

		if (!digit) {
			return false;
		}
		mask = mask << 4 | (unsigned) (digit - digits);
	}
	return (mask & 0x8a) == 0;
}

/* nfs: with lookupcache=none or pos the client asks for absent names each time, as FUSE does. */
static bool nfs_caches_absence(const fsc_fs_info *info)
{
	size_t length;
	const char *value = find_option(info->options, "lookupcache=", &length);

	return value ? is_word(value, length, "all") : !options_may_be_cut(info);
}

/*
 * nfs: is each open the client's cue to ask for attributes (close-to-open consistency), and does it
 * fail if nobody tells?
 */
static bool nfs_open_asks(const fsc_fs_info *info)
{
	size_t length;

	return !options_may_be_cut(info) && !find_option(info->options, "nocto", &length) &&
		!find_option(info->options, "softreval", &length);
}

/* Do users see it by sessions of their own? What is not known may well be so. */
static bool is_per_user(const struct known *known, const fsc_fs_info *info)
{
	size_t length;
	const char *value;

	if (!known || options_may_be_cut(info)) {
		return true;
	}
	if (strcmp(info->type, "9p") == 0) {
		value = find_option(info->options, "access=", &length);
		return !value || !is_word(value, length, "any");
	}
	if (strcmp(info->type, "cifs") == 0 || strcmp(info->type, "smb3") == 0) {
		return find_option(info->options, "multiuser", &length) != NULL;
	}
	return false;
}

static fsc_fs_verdict untrusted(const char *reason)
{
	fsc_fs_verdict verdict = {FSC_FS_UNTRUSTED, true, false, true, false, false, reason};

	return verdict;
}

/* NULL: listed, and of a kind that may be. */
static const char *why_untrusted(const fsc_policy *policy, const fsc_fs_info *info)
{
	bool listed;

	if (info->type[0] == '\0') {
		return "the type of its mount cannot be told";
	}
	if (is_pseudo(info->type)) {
		return "kernel pseudo file systems are never trusted";
	}
	listed = position(policy, info->type, strlen(info->type)) < policy->count;
	if (listed == policy->all) {
		return "its type is not in fastscan.filesystems";
	}
	if (strcmp(info->type, "9p") == 0) {
		if (options_may_be_cut(info)) {
			return "9p mount with more options than can be judged";
		}
		if (!plan9_asks(info)) {
			return "9p mount whose cache answers without asking the server";
		}
	}
	return NULL;
}

fsc_fs_verdict fsc_policy_judge(const fsc_policy *policy, const fsc_fs_info *info)
{
	fsc_fs_verdict verdict = {FSC_FS_FUSE, true, false, true, false, false, ""};
	const struct known *known = find_known(info->type);
	const char *reason = why_untrusted(policy, info);

	if (reason) {
		return untrusted(reason);
	}
	if (known) {
		verdict.kind = known->kind;
		verdict.fold_possible = known->folding != FOLDS_NEVER;
		verdict.fold_flagged = known->folding == FOLDS_FLAGGED;
	}
	verdict.per_user = is_per_user(known, info);
	/* its client answers FORCE_SYNC and fstat() from attributes a second old, or minutes */
	verdict.listed = strcmp(info->type, "fuse.glusterfs") == 0;
	if (verdict.kind == FSC_FS_NETWORK && strncmp(info->type, "nfs", 3) == 0) {
		verdict.open_asks = nfs_open_asks(info);
		verdict.kind = nfs_caches_absence(info) ? FSC_FS_NETWORK : FSC_FS_FUSE;
	}
	return verdict;
}
