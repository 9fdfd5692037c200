/* SPDX-License-Identifier: MIT */
/*
 * dirstream.c: a PHP directory stream over a core handle.
 *
 * Invariants: no function of PHP can tell it from the stream that PHP opens itself: the same
 * label, the same missing operations, the same return values, "seek" rewinds whatever it is asked
 * and leaves the position alone. It is never persistent. It owns its fsc_dir from creation to
 * close. Locks: none.
 */
#include "src/php/glue.h"
#include "src/php/compat.h"

/* As readdir(3) would give it; 0, DT_UNKNOWN, has PHP ask. */
static const unsigned char php_fastscan_dirent_types[FSC_TYPE_OTHER + 1] = {
	[FSC_TYPE_FILE] = DT_REG,
	[FSC_TYPE_DIR] = DT_DIR,
	[FSC_TYPE_LINK] = DT_LNK
};

static ssize_t php_fastscan_dirstream_read(php_stream *stream, char *buffer, size_t size)
{
	php_stream_dirent *out = (php_stream_dirent *) buffer;
	fsc_entry entry;
	size_t length;

	if (size != sizeof *out) {
		return -1;
	}
	if (!fsc_dir_read(stream->abstract, &entry)) {
		return 0;
	}
	length = MIN(entry.length, sizeof out->d_name - 1);
	fsc_bytes_copy(out->d_name, entry.name, length);
	out->d_name[length] = '\0';
	php_fastscan_set_dirent_type(out, php_fastscan_dirent_types[entry.type]);
	return sizeof *out;
}

static int php_fastscan_dirstream_close(php_stream *stream, int close_handle)
{
	(void) close_handle;
	fsc_dir_close(stream->abstract);
	return 0;
}

static int php_fastscan_dirstream_seek(php_stream *stream, zend_off_t offset, int whence,
	zend_off_t *position)
{
	(void) offset;
	(void) whence;
	(void) position;
	fsc_dir_rewind(stream->abstract);
	return 0;
}

const php_stream_ops php_fastscan_dirstream_ops = {
	NULL, /* write */
	php_fastscan_dirstream_read,
	php_fastscan_dirstream_close,
	NULL, /* flush */
	"dir",
	php_fastscan_dirstream_seek,
	NULL, /* cast */
	NULL, /* stat */
	NULL  /* set_option */
};

php_stream *php_fastscan_dirstream_create(fsc_dir *dir, const char *mode STREAMS_DC)
{
	php_stream *stream = php_stream_alloc_rel(&php_fastscan_dirstream_ops, dir, NULL, mode);

	if (!stream) {
		fsc_dir_close(dir);
	}
	return stream;
}
