/* SPDX-License-Identifier: MIT */
/*
 * floor: what the system calls that a fresh answer needs cost on a mount, without PHP.
 *
 *     floor [-C DIR] [-c CALL] [-t N,N,...] [-r ROUNDS] [-w MS] [LIST]     (floor.sh builds it)
 *
 * LIST (default: standard input) names directories or files, one a line, below DIR. The same calls
 * are made for all of them by so many threads at once, each taking the next name that no other has:
 *
 *   sync    statx with AT_STATX_FORCE_SYNC: one validation of each directory (the default)
 *   stat    statx as stat() makes it: what the mount's attribute cache allows
 *   held    open with O_PATH, statx with AT_STATX_FORCE_SYNC and faccessat2 of that descriptor
 *   list    open, read all entries, close: one fill of each directory
 *   read    open, fstat, read all bytes, close: of files, as PHP's file_get_contents() does
 *
 * MS milliseconds (default 1200) pass before each measurement, in which what the kernel knows of
 * the mount expires. The thread counts take turns. Prints for each: "threads N median MS min MS
 * max MS calls N failed N". The exit status is 1 if a call failed.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_COUNTS 16
#define MAX_THREADS 256

typedef int (*call_fn)(const char *path);

static char **paths;
static size_t path_count;
static atomic_size_t next_path;
static atomic_size_t failures;
static pthread_barrier_t barrier;
static call_fn call;

static void die(const char *what)
{
	fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* ------------------------------------------------------------------ the calls */

static int validate(int fd, const char *path, int flags)
{
	struct statx stx;

	return statx(fd, path, flags, STATX_BASIC_STATS, &stx);
}

static int call_sync(const char *path)
{
	return validate(AT_FDCWD, path, AT_STATX_FORCE_SYNC);
}

static int call_stat(const char *path)
{
	return validate(AT_FDCWD, path, 0);
}

static int call_held(const char *path)
{
	int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	int rc;

	if (fd < 0) {
		return -1;
	}
	rc = validate(fd, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC);
#ifdef SYS_faccessat2
	if (!rc && syscall(SYS_faccessat2, fd, "", R_OK | X_OK, AT_EMPTY_PATH | AT_EACCESS)
			&& errno != ENOSYS) {
		rc = -1;
	}
#endif
	close(fd);
	return rc;
}

static int call_list(const char *path)
{
	DIR *dir = opendir(path);

	if (!dir) {
		return -1;
	}
	errno = 0;
	while (readdir(dir)) {
	}
	closedir(dir);
	return errno ? -1 : 0;
}

static int call_read(const char *path)
{
	static _Thread_local char bytes[65536];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	ssize_t length;

	if (fd < 0) {
		return -1;
	}
	fstat(fd, &st);
	while ((length = read(fd, bytes, sizeof bytes)) > 0) {
	}
	close(fd);
	return length < 0 ? -1 : 0;
}

static call_fn call_named(const char *name)
{
	static const struct {
		const char *name;
		call_fn call;
	} calls[] = {
		{ "sync", call_sync }, { "stat", call_stat }, { "held", call_held }, { "list", call_list },
		{ "read", call_read }
	};

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		if (!strcmp(calls[i].name, name)) {
			return calls[i].call;
		}
	}
	return NULL;
}

/* ------------------------------------------------------------------ one measurement */

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void *work(void *unused)
{
	size_t i;

	pthread_barrier_wait(&barrier);
	while ((i = atomic_fetch_add(&next_path, 1)) < path_count) {
		if (call(paths[i])) {
			atomic_fetch_add(&failures, 1);
		}
	}
	return unused;
}

/* Milliseconds from the moment at which all threads are there to the end of the last. */
static double measure(int threads)
{
	pthread_t ids[MAX_THREADS];
	double start;

	next_path = 0;
	pthread_barrier_init(&barrier, NULL, (unsigned)threads + 1);
	for (int i = 0; i < threads; i++) {
		if ((errno = pthread_create(&ids[i], NULL, work, NULL))) {
			die("pthread_create");
		}
	}
	start = now_ms();
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < threads; i++) {
		pthread_join(ids[i], NULL);
	}
	pthread_barrier_destroy(&barrier);
	return now_ms() - start;
}

/* ------------------------------------------------------------------ start */

static void read_paths(FILE *in)
{
	char *line = NULL;
	size_t size = 0, room = 0;
	ssize_t len;

	while ((len = getline(&line, &size, in)) > 0) {
		if (line[len - 1] == '\n') {
			line[len - 1] = '\0';
		}
		if (path_count == room) {
			room = room ? room * 2 : 1024;
			paths = realloc(paths, room * sizeof *paths);
		}
		if (!paths || !(paths[path_count++] = strdup(line))) {
			die("memory");
		}
	}
	free(line);
}

static int parse_counts(const char *text, int *counts)
{
	int n = 0;

	for (char *end; *text && n < MAX_COUNTS; text = *end == ',' ? end + 1 : end) {
		long value = strtol(text, &end, 10);

		if (end == text || value < 1 || value > MAX_THREADS) {
			return 0;
		}
		counts[n++] = (int)value;
	}
	return n;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void run(const int *counts, int n, int rounds, int wait_ms)
{
	double *ms = calloc((size_t)n * (size_t)rounds, sizeof *ms);

	if (!ms) {
		die("memory");
	}
	for (int round = 0; round < rounds; round++) {
		for (int i = 0; i < n; i++) {
			nanosleep(&(struct timespec){ wait_ms / 1000, wait_ms % 1000 * 1000000L }, NULL);
			ms[i * rounds + round] = measure(counts[i]);
		}
	}
	for (int i = 0; i < n; i++) {
		double *of = ms + (size_t)i * (size_t)rounds;

		qsort(of, (size_t)rounds, sizeof *of, by_value);
		printf("threads %d median %.3f min %.3f max %.3f calls %zu failed %zu\n", counts[i],
			of[rounds / 2], of[0], of[rounds - 1], path_count, (size_t)failures);
	}
	free(ms);
}

int main(int argc, char **argv)
{
	int counts[MAX_COUNTS], n = parse_counts("1,2,4,8,16,32", counts);
	int rounds = 1, wait_ms = 1200, option;
	const char *dir = NULL;
	FILE *in = stdin;

	call = call_sync;
	while ((option = getopt(argc, argv, "C:c:t:r:w:")) != -1) {
		switch (option) {
		case 'C': dir = optarg; break;
		case 'c': call = call_named(optarg); break;
		case 't': n = parse_counts(optarg, counts); break;
		case 'r': rounds = atoi(optarg); break;
		case 'w': wait_ms = atoi(optarg); break;
		default: n = 0;
		}
	}
	if (!n || !call || rounds < 1 || wait_ms < 0 || argc - optind > 1) {
		fprintf(stderr, "usage: floor [-C DIR] [-c sync|stat|held|list|read] [-t N,...] [-r ROUNDS]"
			" [-w MS] [LIST]\n");
		return 2;
	}
	if (optind < argc && !(in = fopen(argv[optind], "r"))) {
		die(argv[optind]);
	}
	read_paths(in);
	if (!path_count || (dir && chdir(dir))) {
		die(path_count ? dir : "no directories");
	}
	run(counts, n, rounds, wait_ms);
	return failures ? 1 : 0;
}
