/* SPDX-License-Identifier: MIT */
/*
 * Any text of fastscan.filesystems, and any mount.
 *
 * Input: the directive's text, a newline, a type, a newline, options.
 */
#include "src/core/policy.h"
#include "tests/fuzz/fuzz.h"

static char *take_line(const uint8_t **data, size_t *size)
{
	const uint8_t *end = *size ? memchr(*data, '\n', *size) : NULL;
	size_t length = end ? (size_t) (end - *data) : *size;
	char *line = malloc(length + 1);

	if (length) {
		memcpy(line, *data, length);
	}
	line[length] = '\0';
	*data += length + (end != NULL);
	*size -= length + (end != NULL);
	return line;
}

/* As the platform layer does: cut to the field. */
static void set_field(char *field, size_t size, const char *text)
{
	size_t length = strlen(text);

	memcpy(field, text, length < size - 1 ? length : size - 1);
}

static void judge(const fsc_policy *policy, const char *type, const char *options)
{
	fsc_fs_info info;
	fsc_fs_verdict verdict;

	memset(&info, 0, sizeof info);
	set_field(info.type, sizeof info.type, type);
	set_field(info.options, sizeof info.options, options);
	verdict = fsc_policy_judge(policy, &info);
	PROMISE(verdict.reason && (verdict.kind == FSC_FS_UNTRUSTED) == (verdict.reason[0] != '\0'));
	PROMISE(verdict.kind <= FSC_FS_FUSE);
	PROMISE(!verdict.fold_flagged || (verdict.fold_possible && verdict.kind == FSC_FS_LOCAL));
	PROMISE(strcmp(info.type, "proc") != 0 || verdict.kind == FSC_FS_UNTRUSTED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = take_line(&data, &size);
	char *type = take_line(&data, &size);
	char *options = take_line(&data, &size);
	const char *at;
	size_t length;
	fsc_policy *policy = fsc_policy_create(text, &at, &length);

	if (policy) {
		PROMISE(!at);
		judge(policy, type, options);
		fsc_policy_destroy(policy);
	} else {
		PROMISE(at >= text && at + length <= text + strlen(text));
	}
	free(text);
	free(type);
	free(options);
	return 0;
}
