/* SPDX-License-Identifier: MIT */
/*
 * stored.c: listings from the bytes that processes share. What is read is checked byte by
 * byte: the builder takes no name that could not be one, and its index finds names that are there
 * twice. Pure functions; the bytes must not change meanwhile.
 */
#include "src/core/stored.h"

#define RECORD_HEAD 2 /* type and length */

static bool add_all(fsc_snapshot_builder *builder, const char *bytes, size_t size, uint32_t count)
{
	while (count-- > 0) {
		unsigned char type, length;

		if (size < RECORD_HEAD) {
			return false;
		}
		type = (unsigned char) bytes[0];
		length = (unsigned char) bytes[1];
		if (type > FSC_TYPE_OTHER || size - RECORD_HEAD <= length ||
			bytes[RECORD_HEAD + length] != '\0' ||
			fsc_snapshot_add(builder, bytes + RECORD_HEAD, length, (fsc_type) type) !=
				FSC_SNAPSHOT_OK) {
			return false;
		}
		bytes += RECORD_HEAD + (size_t) length + 1;
		size -= RECORD_HEAD + (size_t) length + 1;
	}
	return size == 0;
}

fsc_snapshot *fsc_stored_read(const char *bytes, size_t size, uint32_t count)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(count);
	fsc_snapshot *snapshot = NULL;

	if (!builder) {
		return NULL;
	}
	if (!add_all(builder, bytes, size, count)) {
		fsc_snapshot_discard(builder);
		return NULL;
	}
	return fsc_snapshot_finish(builder, true, &snapshot) == FSC_SNAPSHOT_OK ? snapshot : NULL;
}
