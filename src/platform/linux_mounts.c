/* SPDX-License-Identifier: MIT */
/*
 * linux_mounts.c: the mount table of Linux, /proc/self/mountinfo: noticing that it changed, and
 * reading it.
 *
 * The kernel keeps the table's event counter in the *open file*: poll() reports each change once
 * per open file, to whoever polls first. So a process must not share one with its parent, and no
 * two threads may poll one at the same time. Each of a few watches is an open file; a thread takes
 * one that is free, polls it, moves the process's generation number if it reports a change, and
 * only then gives it back.
 *
 * Invariant: what fsc_os_mounts_generation() returns is greater than what any call returned that
 * ended before a change which this call began after. For either the watch was last polled before
 * the change: then it reports it now. Or after it: then that thread moved the number before it gave
 * the watch back. One change may move the number once for each open watch, and a watch just opened
 * moves it too, since nobody knows what went before.
 *
 * No lock: nobody waits. A thread that finds every watch taken moves the number. What a watch holds
 * is touched only by the thread that has taken it.
 *
 * The descriptors are nobody's business but ours, yet programs close what they do not know. They
 * are put high, where a new file rarely lands; what poll() says is compared with what the table
 * alone says; in doubt fstat() decides. A foreign file is never closed.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
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

#define HIGH_DESCRIPTOR 200
#define WATCHES         8
#define LINE_LIMIT      (1u << 20)

struct watch {
	atomic_bool taken;
	int         fd;     /* 0: not open */
	unsigned    epoch;  /* of its opening */
	uint64_t    inode, device;
};

enum state {
	UNKNOWN, /* nobody asked yet, or descriptors were short */
	WATCHED,
	NO_TABLE /* it cannot be had: do not try on every call */
};

static struct watch watches[WATCHES];
/* Opened before all forks: one open file for all children, whoever is told of a change first. */
static struct watch origin;
static _Atomic uint64_t generation; /* 0 until the first question */
/* moves when open watches are of another namespace or process */
static atomic_uint epoch;
static atomic_int state = UNKNOWN;

/* ---- watches ---- */

static bool try_take(struct watch *watch)
{
	return !atomic_exchange(&watch->taken, true);
}

static void give_back(struct watch *watch)
{
	atomic_store(&watch->taken, false);
}

static struct watch *take_any(void)
{
	for (int i = 0; i < WATCHES; i++) {
		if (try_take(&watches[i])) {
			return &watches[i];
		}
	}
	return NULL;
}

static bool is_open(const struct watch *watch)
{
	struct stat st;

	return watch->fd > 0 && fstat(watch->fd, &st) == 0 && st.st_ino == watch->inode
		&& st.st_dev == watch->device;
}

static void watch_close(struct watch *watch)
{
	if (is_open(watch)) {
		close(watch->fd);
	}
	watch->fd = 0;
}

static bool watch_open(struct watch *watch)
{
	struct stat st;
	int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
	int high;

	if (fd < 0) {
		return false;
	}
	high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR);
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	if (fd == 0 || fstat(fd, &st) != 0) { /* 0 is for the program's own input */
		close(fd);
		return false;
	}
	watch->fd = fd;
	watch->inode = st.st_ino;
	watch->device = st.st_dev;
	return true;
}

/* What poll() says of the table is always "readable, not writable".
 * False: the descriptor is lost. */
static bool watch_poll(const struct watch *watch, bool *changed)
{
	struct pollfd one = {.fd = watch->fd, .events = POLLIN | POLLOUT | POLLPRI, .revents = 0};

	if (poll(&one, 1, 0) < 0) {
		*changed = true;
		return is_open(watch);
	}
	*changed = (one.revents & (POLLPRI | POLLERR)) != 0;
	return (one.revents & ~(POLLPRI | POLLERR)) == POLLIN || is_open(watch);
}

/* May the table have changed since this watch was last asked? Opens it where needed. */
static bool watch_ask(struct watch *watch)
{
	unsigned now = atomic_load(&epoch);
	bool changed;

	if (watch->fd && watch->epoch == now && watch_poll(watch, &changed)) {
		return changed;
	}
	watch_close(watch);
	watch->epoch = now;
	if (watch_open(watch)) {
		atomic_store(&state, WATCHED);
	} else if (watch == &watches[0]) {
		atomic_store(&state, fsc_posix_result(errno) == FSC_OS_LIMIT ? UNKNOWN : NO_TABLE);
	}
	return true;
}

static bool watched_now(void)
{
	return atomic_load(&state) == WATCHED;
}

uint64_t fsc_os_mounts_generation(void)
{
	struct watch *watch = atomic_load(&state) == NO_TABLE ? NULL : take_any();

	if (!watch) {
		atomic_fetch_add(&generation, 1);
	} else {
		if (watch_ask(watch)) {
			atomic_fetch_add(&generation, 1);
		}
		give_back(watch);
	}
	return watched_now() ? atomic_load(&generation) : 0;
}

bool fsc_mounts_watched(void)
{
	if (atomic_load(&state) == UNKNOWN) {
		fsc_os_mounts_generation();
	}
	return watched_now();
}

uint64_t fsc_mounts_salt(void)
{
	return atomic_load(&generation);
}

void fsc_mounts_close(void)
{
	for (int i = 0; i < WATCHES; i++) {
		if (try_take(&watches[i])) {
			watch_close(&watches[i]);
			give_back(&watches[i]);
		}
	}
	atomic_store(&state, UNKNOWN);
}

/* In a child the threads that had taken a watch do not exist;
 * else theirs are reopened when next asked. */
void fsc_mounts_reopen(bool in_child)
{
	for (int i = 0; in_child && i < WATCHES; i++) {
		give_back(&watches[i]);
	}
	atomic_fetch_add(&epoch, 1);
	fsc_mounts_close();
	fsc_os_mounts_generation();
}

void fsc_mounts_begin(void)
{
	if (origin.fd == 0) {
		watch_open(&origin);
	}
}

fsc_os_table fsc_os_common_table(void)
{
	bool changed;

	if (origin.fd == 0 || !watch_poll(&origin, &changed)) {
		return FSC_OS_TABLE_UNKNOWN;
	}
	return changed ? FSC_OS_TABLE_MOVED : FSC_OS_TABLE_SAME;
}

void fsc_mounts_leave_origin(void)
{
	watch_close(&origin);
}

/* ---- reading the table ---- */

/* Lines of a file of which each read may end anywhere;
 * a line can be as long as an overlay's layers. */
struct lines {
	int    fd;
	struct watch *watch; /* whose fd it is, taken for so long; NULL: a descriptor of our own */
	off_t  offset;
	char  *data;     /* `first`, or from malloc() */
	size_t size, start, used;
	char   first[8192];
};

/*
 * The first watch is preferred: opened before a possible chroot, it still shows the mount that
 * holds the new root. It must be ours alone, for a second reader would make the kernel seek by
 * bytes in a table that may have moved.
 */
static bool lines_init(struct lines *lines)
{
	lines->offset = 0;
	lines->data = lines->first;
	lines->size = sizeof lines->first;
	lines->start = lines->used = 0;
	lines->watch = fsc_mounts_watched() && try_take(&watches[0]) ? &watches[0] : NULL;
	if (lines->watch && lines->watch->epoch == atomic_load(&epoch) && is_open(lines->watch)) {
		lines->fd = lines->watch->fd;
		return true;
	}
	if (lines->watch) {
		give_back(lines->watch);
		lines->watch = NULL;
	}
	lines->fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
	return lines->fd >= 0;
}

static void lines_deinit(struct lines *lines)
{
	if (lines->watch) {
		give_back(lines->watch);
	} else {
		close(lines->fd);
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
 * Without the table. cifs and 9p stay unnamed, since whether they may be trusted is a matter of
 * their options; so does FUSE, where the type is in the table alone.
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
