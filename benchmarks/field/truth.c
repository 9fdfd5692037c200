/* SPDX-License-Identifier: MIT */
/*
 * truth: does a call tell how a directory is now, where another client has changed it?
 *
 *     truth CALL < paths        one path a line; answers each with a line, at once:
 *                               "NANOSECONDS CTIME MTIME", the times as SECONDS.NANOSECONDS
 *
 *   stat     stat                             sync     statx with AT_STATX_FORCE_SYNC
 *   open     open, fstat, close               opensync open, statx with AT_STATX_FORCE_SYNC, close
 *   absent   lookup of an absent name, stat   xattr    listxattr, stat
 *   entry    open, one short getdents64 (four entries or so), close, stat
 *   list     open, all entries, close, stat   listed   open, all entries, fstat, close
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define SHORT_LISTING 128

static int look(int fd, const char *path, int flags, struct statx *stx)
{
	return statx(fd, path, flags, STATX_BASIC_STATS, stx);
}

static int by_stat(const char *path, struct statx *stx)
{
	return look(AT_FDCWD, path, 0, stx);
}

static int by_sync(const char *path, struct statx *stx)
{
	return look(AT_FDCWD, path, AT_STATX_FORCE_SYNC, stx);
}

/* entries: bytes of listing to read at a time, 0: none; all: to the end */
static int by_descriptor(const char *path, size_t entries, int all, int flags, struct statx *stx)
{
	char buf[32768];
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int rc = 0;

	if (fd < 0) {
		return -1;
	}
	while (entries && syscall(SYS_getdents64, fd, buf, entries) > 0 && all) {
	}
	if (stx) {
		rc = look(fd, "", AT_EMPTY_PATH | flags, stx);
	}
	close(fd);
	return rc;
}

static int by_open(const char *path, struct statx *stx)
{
	return by_descriptor(path, 0, 0, 0, stx);
}

static int by_opensync(const char *path, struct statx *stx)
{
	return by_descriptor(path, 0, 0, AT_STATX_FORCE_SYNC, stx);
}

static int by_absent(const char *path, struct statx *stx)
{
	static unsigned int n;
	char name[4096];
	struct statx none;

	snprintf(name, sizeof name, "%s/absent%u", path, n++);
	look(AT_FDCWD, name, 0, &none);
	return by_stat(path, stx);
}

static int by_xattr(const char *path, struct statx *stx)
{
	char names[4096];

	if (listxattr(path, names, sizeof names) < 0 && errno != ENOTSUP) {
		return -1;
	}
	return by_stat(path, stx);
}

static int by_entry(const char *path, struct statx *stx)
{
	return by_descriptor(path, SHORT_LISTING, 0, 0, NULL) ? -1 : by_stat(path, stx);
}

static int by_list(const char *path, struct statx *stx)
{
	return by_descriptor(path, 32768, 1, 0, NULL) ? -1 : by_stat(path, stx);
}

static int by_listed(const char *path, struct statx *stx)
{
	return by_descriptor(path, 32768, 1, 0, stx);
}

static const struct {
	const char *name;
	int (*call)(const char *path, struct statx *stx);
} calls[] = {
	{ "stat", by_stat }, { "sync", by_sync }, { "open", by_open }, { "opensync", by_opensync },
	{ "absent", by_absent }, { "xattr", by_xattr }, { "entry", by_entry }, { "list", by_list },
	{ "listed", by_listed }
};

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int serve(int (*call)(const char *path, struct statx *stx))
{
	char path[4096];

	while (fgets(path, sizeof path, stdin)) {
		struct statx stx;
		int64_t start = now_ns();

		path[strcspn(path, "\n")] = '\0';
		if (call(path, &stx)) {
			fprintf(stderr, "truth: %s: %s\n", path, strerror(errno));
			return 1;
		}
		printf("%lld %lld.%09u %lld.%09u\n", (long long)(now_ns() - start),
			(long long)stx.stx_ctime.tv_sec, stx.stx_ctime.tv_nsec,
			(long long)stx.stx_mtime.tv_sec, stx.stx_mtime.tv_nsec);
		fflush(stdout);
	}
	return 0;
}

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < sizeof calls / sizeof *calls; i++) {
		if (!strcmp(argv[1], calls[i].name)) {
			return serve(calls[i].call);
		}
	}
	fprintf(stderr, "usage: truth CALL < paths (see the head of truth.c)\n");
	return 2;
}
