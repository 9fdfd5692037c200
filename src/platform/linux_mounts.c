/* SPDX-License-Identifier: MIT */
/*
 * linux_mounts.c: the mount table of Linux, /proc/self/mountinfo: noticing that it changed, and reading
 * it.
 *
 * The kernel keeps the table's event counter in the *open file*: poll() reports each change once per open
 * file. So a process must not share one with its parent (the first to poll would take the event from the
 * other), and all threads of a process, which do share it, share one generation number as well.
 *
 * Invariant: when fsc_os_mounts_generation() returns, the number is new if the table changed before the
 * call. No lock, but a rule: a thread counts itself into `polling` before its poll and out after it has
 * moved the number. A thread that saw no event, and is then alone in `polling`, knows that whoever took
 * an event has already moved the number. If it is not alone, an event may have been taken and not yet
 * been counted: it looks again a few times, then moves the number itself. That costs entries, never an
 * answer. A number that moved since before the thread's own poll needs no such care: nothing that was
 * kept under the number the thread knew is used again, and what is kept under the new one was read
 * after it moved.
 *
 * The descriptor is nobody's business but ours, yet programs close what they do not know. It is put high,
 * where a new file rarely lands; what poll() says is compared with what the table alone says; in doubt
 * fstat() decides. A foreign file is never closed.
 */
#define _GNU_SOURCE
#include "src/platform/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define NOT_OPENED (-1) /* nobody asked yet, or descriptors were short */
#define NO_TABLE   (-2) /* it cannot be had: do not try on every call */

#define HIGH_DESCRIPTOR 200
#define LOOKS           100
#define LINE_LIMIT      (1u << 20)

static atomic_int table = NOT_OPENED;
static atomic_flag reading = ATOMIC_FLAG_INIT; /* a thread reads by the watched descriptor */
static atomic_uint polling;          /* threads between their poll and its consequence */
static _Atomic uint64_t generation;  /* 0 until the table was first opened */
static _Atomic uint64_t table_inode; /* identity of the file that `table` means */
static _Atomic uint64_t table_device;

/* ---- the descriptor ---- */

static bool is_table(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && st.st_ino == atomic_load(&table_inode)
		&& st.st_dev == atomic_load(&table_device);
}

static int open_table(void)
{
	int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
	int high;

	if (fd < 0) {
		return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? NOT_OPENED : NO_TABLE;
	}
	high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR);
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	return fd;
}

/* Open the table if `seen` is still what `table` holds. What happened before is unknown: a new number. */
static int replace_table(int seen)
{
	struct stat st;
	int fd = open_table();

	if (fd >= 0 && fstat(fd, &st) == 0) {
		/* Two threads that do this at once store the same: it is one file. */
		atomic_store(&table_inode, (uint64_t) st.st_ino);
		atomic_store(&table_device, (uint64_t) st.st_dev);
	}
	if (!atomic_compare_exchange_strong(&table, &seen, fd)) {
		if (fd >= 0) {
			close(fd);
		}
		return seen;
	}
	atomic_fetch_add(&generation, 1);
	return fd;
}

static int current_table(void)
{
	int fd = atomic_load(&table);

	return fd == NOT_OPENED ? replace_table(fd) : fd;
}

static void drop_table(int next)
{
	int fd = atomic_exchange(&table, next);

	if (fd >= 0 && is_table(fd)) {
		close(fd);
	}
}

void fsc_mounts_close(void)
{
	drop_table(NOT_OPENED);
}

void fsc_mounts_reopen(bool in_child)
{
	drop_table(NOT_OPENED);
	if (in_child) { /* the parent's other threads, busy with the table or not, are not here */
		atomic_store(&polling, 0);
		atomic_flag_clear(&reading);
	}
	replace_table(NOT_OPENED);
}

bool fsc_mounts_watched(void)
{
	return current_table() >= 0;
}

uint64_t fsc_mounts_salt(void)
{
	return atomic_load(&generation);
}

/* ---- changes ---- */

/* What poll() says of the table is always "readable, not writable". */
static bool poll_table(int fd, bool *changed)
{
	struct pollfd one = {.fd = fd, .events = POLLIN | POLLOUT | POLLPRI, .revents = 0};

	if (poll(&one, 1, 0) < 0) {
		*changed = true;
		return is_table(fd);
	}
	*changed = (one.revents & (POLLPRI | POLLERR)) != 0;
	return (one.revents & ~(POLLPRI | POLLERR)) == POLLIN || is_table(fd);
}

/* No event for this thread: may another one hold an event that it has not counted yet? */
static bool event_in_flight(uint64_t before)
{
	for (int i = 0; i < LOOKS; i++) {
		if (atomic_load(&polling) == 0 || atomic_load(&generation) != before) {
			return false;
		}
	}
	return true;
}

uint64_t fsc_os_mounts_generation(void)
{
	int fd = current_table();
	uint64_t before = atomic_load(&generation);
	bool changed = false;
	bool alone, usable;

	if (fd < 0) {
		atomic_fetch_add(&generation, 1);
		return 0;
	}
	atomic_fetch_add(&polling, 1);
	usable = poll_table(fd, &changed);
	if (usable && changed) {
		atomic_fetch_add(&generation, 1);
	}
	alone = atomic_fetch_sub(&polling, 1) == 1;
	if (!usable || fd != atomic_load(&table)) {
		fd = usable ? atomic_load(&table) : replace_table(fd);
		atomic_fetch_add(&generation, 1);
	} else if (!changed && !alone && event_in_flight(before)) {
		atomic_fetch_add(&generation, 1);
	}
	return fd >= 0 ? atomic_load(&generation) : 0;
}

/* ---- reading the table ---- */

/* Lines of a file of which each read may end anywhere; a line can be as long as an overlay's layers. */
struct lines {
	int    fd;
	bool   own;      /* fd is not the watched one: closed at the end */
	off_t  offset;
	char  *data;     /* `first`, or from malloc() */
	size_t size, start, used;
	char   first[8192];
};

/*
 * The watched descriptor comes first: opened before a possible chroot, it still shows the mount that
 * holds the new root. But a second reader of the same open file makes the kernel seek by bytes in a table
 * that may have moved, so that one opens its own.
 */
static bool lines_init(struct lines *lines)
{
	lines->offset = 0;
	lines->data = lines->first;
	lines->size = sizeof lines->first;
	lines->start = lines->used = 0;
	lines->own = atomic_flag_test_and_set(&reading);
	if (!lines->own) {
		lines->fd = current_table();
		if (lines->fd >= 0 && is_table(lines->fd)) {
			return true;
		}
		atomic_flag_clear(&reading);
		lines->own = true;
	}
	lines->fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
	return lines->fd >= 0;
}

static void lines_deinit(struct lines *lines)
{
	if (lines->own) {
		close(lines->fd);
	} else {
		atomic_flag_clear(&reading);
	}
	if (lines->data != lines->first) {
		free(lines->data);
	}
}

/* Room for more behind the unfinished line, which moves to the front. */
static bool lines_make_room(struct lines *lines)
{
	size_t left = lines->used - lines->start;
	char *more;

	memmove(lines->data, lines->data + lines->start, left);
	lines->start = 0;
	lines->used = left;
	if (left < lines->size) {
		return true;
	}
	if (lines->size >= LINE_LIMIT) {
		return false;
	}
	more = malloc(lines->size * 2);
	if (!more) {
		return false;
	}
	memcpy(more, lines->data, left);
	if (lines->data != lines->first) {
		free(lines->data);
	}
	lines->data = more;
	lines->size *= 2;
	return true;
}

/* Next line, its newline replaced by NUL. FSC_OS_NOENT: no more. */
static fsc_os_result lines_next(struct lines *lines, char **line)
{
	size_t searched = 0;

	for (;;) {
		char *from = lines->data + lines->start;
		char *end = memchr(from + searched, '\n', lines->used - lines->start - searched);
		ssize_t got;

		if (end) {
			*end = '\0';
			*line = from;
			lines->start = (size_t) (end + 1 - lines->data);
			return FSC_OS_OK;
		}
		searched = lines->used - lines->start;
		if (!lines_make_room(lines)) {
			return FSC_OS_ERROR;
		}
		got = pread(lines->fd, lines->data + lines->used, lines->size - lines->used, lines->offset);
		if (got < 0 && errno == EINTR) {
			continue;
		}
		if (got <= 0) {
			return got == 0 && lines->used == 0 ? FSC_OS_NOENT : FSC_OS_ERROR;
		}
		lines->used += (size_t) got;
		lines->offset += got;
	}
}

/* One line of the table, cut at its spaces. */
struct mount_line {
	uint64_t id, parent;
	char *point;         /* still escaped */
	char *options;
	char *type;
	char *super_options;
};

/* Next word of *rest; NULL at the end. */
static char *next_word(char **rest)
{
	char *word = *rest;
	char *end;

	if (!word || !*word) {
		return NULL;
	}
	end = strchr(word, ' ');
	if (end) {
		*end++ = '\0';
	}
	*rest = end;
	return word;
}

static bool next_number(char **rest, uint64_t *number)
{
	char *word = next_word(rest);
	char *end;

	if (!word) {
		return false;
	}
	*number = strtoull(word, &end, 10);
	return end != word && !*end;
}

/*
 * ID PARENT MAJOR:MINOR ROOT POINT OPTIONS [TAG...] - TYPE SOURCE SUPER_OPTIONS
 * An empty source leaves two spaces together.
 */
static bool parse_mount(char *line, struct mount_line *out)
{
	char *rest = line;
	char *separator;

	if (!next_number(&rest, &out->id) || !next_number(&rest, &out->parent)
		|| !next_word(&rest) || !next_word(&rest)) {
		return false;
	}
	out->point = next_word(&rest);
	separator = rest ? strstr(rest, " - ") : NULL;
	if (!out->point || !separator) {
		return false;
	}
	out->options = next_word(&rest);
	rest = separator + 3;
	out->type = next_word(&rest);
	if (!out->options || !out->type || !rest) {
		return false;
	}
	separator = strchr(rest, ' ');
	out->super_options = separator ? separator + 1 : rest + strlen(rest);
	return true;
}

/* Undo \ooo in place. */
static size_t unescape(char *text)
{
	char *out = text;

	for (const char *in = text; *in; out++) {
		if (in[0] == '\\' && in[1] >= '0' && in[1] <= '3' && in[2] >= '0' && in[2] <= '7'
			&& in[3] >= '0' && in[3] <= '7') {
			*out = (char) ((in[1] - '0') << 6 | (in[2] - '0') << 3 | (in[3] - '0'));
			in += 4;
		} else {
			*out = *in++;
		}
	}
	*out = '\0';
	return (size_t) (out - text);
}

static void visit_mount(struct mount_line *mount, fsc_os_mount_visit visit, void *context)
{
	size_t length = unescape(mount->point);
	char *slash = memrchr(mount->point, '/', length);
	char *name = slash && slash[1] ? slash + 1 : mount->point;

	visit(context, mount->parent, name, length - (size_t) (name - mount->point));
}

fsc_os_result fsc_os_mounts_each(fsc_os_mount_visit visit, void *context)
{
	struct lines lines;
	fsc_os_result result;
	char *line;

	if (!lines_init(&lines)) {
		return FSC_OS_ERROR;
	}
	while ((result = lines_next(&lines, &line)) == FSC_OS_OK) {
		struct mount_line mount;

		if (!parse_mount(line, &mount)) {
			result = FSC_OS_ERROR;
			break;
		}
		visit_mount(&mount, visit, context);
	}
	lines_deinit(&lines);
	return result == FSC_OS_NOENT ? FSC_OS_OK : FSC_OS_ERROR;
}

/* ---- file systems ---- */

static void set_text(char *field, size_t size, const char *first, const char *second)
{
	size_t length = strnlen(first, size - 1);

	memcpy(field, first, length);
	if (second[0] && length < size - 1) {
		size_t more;

		if (length) {
			field[length++] = ',';
		}
		more = strnlen(second, size - 1 - length);
		memcpy(field + length, second, more);
		length += more;
	}
	field[length] = '\0';
}

static bool info_from_table(uint64_t id, fsc_fs_info *out)
{
	struct lines lines;
	char *line;
	bool found = false;

	if (!lines_init(&lines)) {
		return false;
	}
	while (!found && lines_next(&lines, &line) == FSC_OS_OK) {
		struct mount_line mount;

		if (parse_mount(line, &mount) && mount.id == id) {
			set_text(out->type, sizeof out->type, mount.type, "");
			set_text(out->options, sizeof out->options, mount.options, mount.super_options);
			found = true;
		}
	}
	lines_deinit(&lines);
	return found;
}

/*
 * Without the table. cifs and 9p stay unnamed, since whether they may be trusted is a matter of their
 * options; so does FUSE, where the type is in the table alone.
 */
static const char *type_of_magic(unsigned long magic)
{
	static const struct {
		uint32_t    magic;
		const char *type;
	} known[] = {
		{0x0000ef53, "ext2"}, /* or ext3 or ext4: the one that promises least */
		{0x58465342, "xfs"},
		{0x9123683e, "btrfs"},
		{0x2fc12fc1, "zfs"},
		{0xf2f52010, "f2fs"},
		{0x01021994, "tmpfs"},
		{0x858458f6, "ramfs"},
		{0x794c7630, "overlay"},
		{0x00006969, "nfs"},
		{0x00c36400, "ceph"},
		{0x786f4256, "vboxsf"},
		{0x7c7c6673, "prl_fs"},
		{0x73717368, "squashfs"},
		{0x00009660, "iso9660"},
		{0x00004d44, "vfat"},
		{0x2011bab0, "exfat"},
		{0x00009fa0, "proc"},
		{0x62656572, "sysfs"},
		{0x63677270, "cgroup2"},
		{0x00001cd1, "devpts"},
		{0x00000187, "autofs"},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (known[i].magic == (uint32_t) magic) {
			return known[i].type;
		}
	}
	return "";
}

fsc_os_result fsc_os_fs_info(int fd, fsc_fs_info *out)
{
	struct statfs fs;
	fsc_fs_info info;

	memset(&info, 0, sizeof info);
	if (!fsc_posix_table_id(fd, &info.table_id) || !info_from_table(info.table_id, &info)) {
		if (fstatfs(fd, &fs) != 0) {
			return fsc_posix_result(errno);
		}
		set_text(info.type, sizeof info.type, type_of_magic((unsigned long) fs.f_type), "");
	}
	*out = info;
	return FSC_OS_OK;
}
