/* SPDX-License-Identifier: MIT */
/*
 * The pool with real threads on a real tree: to be run under ThreadSanitizer too
 * (make -C tests/unit CC=clang TSAN=1). Linked without the fake platform.
 */
#define _GNU_SOURCE
#include "src/platform/linux_mounts.c"
#include "src/platform/posix.c"
#include "src/platform/posix_clock.c"
#include "src/platform/posix_creds.c"
#include "src/platform/posix_threads.c"
#undef NAME_LIMIT
#define mix shm_mix
#include "src/platform/posix_shm.c"
#undef mix

#include "src/core/pool.h"
#include "tests/unit/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define HELPERS     8
#define DIRECTORIES 200
#define ROUNDS      60

static char top[64];
static char paths[DIRECTORIES][96];
static uint64_t mount;

static void make_tree(void)
{
	fsc_attr attr;
	char file[128];

	snprintf(top, sizeof top, "/tmp/fastscan-pool-XXXXXX");
	if (!mkdtemp(top) || fsc_os_stat(top, 0, &attr) != FSC_OS_OK) {
		abort();
	}
	mount = attr.version.mount;
	for (int i = 0; i < DIRECTORIES; i++) {
		snprintf(paths[i], sizeof paths[i], "%s/d%d", top, i);
		mkdir(paths[i], 0700);
		for (int k = 0; k < i % 5; k++) {
			snprintf(file, sizeof file, "%s/d%d/f%d", top, i, k);
			close(open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
		}
	}
}

static void remove_tree(void)
{
	char file[128];

	for (int i = 0; i < DIRECTORIES; i++) {
		for (int k = 0; k < 8; k++) {
			snprintf(file, sizeof file, "%s/d%d/f%d", top, i, k);
			unlink(file);
		}
		rmdir(paths[i]);
	}
	rmdir(top);
}

static uint32_t add(fsc_pool *pool, fsc_lane lane, fsc_errand_kind kind, const char *path)
{
	fsc_errand errand = { .kind = (uint8_t) kind, .base = -1, .max_entries = 1000, .mount = mount,
		.fs_kind = FSC_FS_LOCAL, .facts = { .settle_ns = 0 }, .path = path };

	return fsc_pool_add(pool, lane, &errand, strlen(path));
}

static fsc_pool *staffed(void)
{
	fsc_pool *pool = fsc_pool_create();

	if (pool) {
		fsc_pool_wake_all(pool, true);
		fsc_pool_staff(pool, HELPERS);
	}
	return pool;
}

static unsigned wrong, used, listed;

static void judge(fsc_found *found, int number)
{
	wrong += found->result != FSC_OS_OK || found->attr.type != FSC_TYPE_DIR;
	if (found->snapshot) {
		wrong += fsc_snapshot_count(found->snapshot) != (uint32_t) (2 + number % 5);
		listed++;
	}
	used++;
	fsc_found_drop(found);
}

/* One request: a replay, a scan beside it, marks, and then all is forgotten. */
static void request(fsc_pool *pool, unsigned round)
{
	int64_t waited;
	uint32_t number;
	fsc_found found;

	if (round % 2) {
		fsc_pool_set_base(pool, open(top, O_PATH | O_DIRECTORY | O_CLOEXEC));
	}
	for (int i = 0; i < DIRECTORIES; i++) {
		const char *path = round % 2 ? paths[i] + strlen(top) + 1 : paths[i];

		add(pool, FSC_LANE_REPLAY, round % 3 ? FSC_ERRAND_LOOK : FSC_ERRAND_READ, path);
		add(pool, FSC_LANE_AHEAD, i % 2 ? FSC_ERRAND_ENTER : FSC_ERRAND_READ, path);
		add(pool, FSC_LANE_TOUCH, FSC_ERRAND_TOUCH, paths[i]);
		if (i == 20) {
			fsc_pool_open(pool, FSC_LANE_REPLAY, 64);
			fsc_pool_open(pool, FSC_LANE_AHEAD, UINT32_MAX);
			fsc_pool_open(pool, FSC_LANE_TOUCH, UINT32_MAX);
		}
	}
	if (round % 4 == 3) {
		usleep(2000);
	}
	for (uint32_t i = 0; i < DIRECTORIES; i++) {
		if (i % 37 == 5) {
			fsc_pool_redo(pool);
		} else if (i % 11 == 5) {
			fsc_pool_redo_inode(pool, 1, i);
		} else if (i % 13 == 7) {
			fsc_pool_drop(pool, FSC_LANE_REPLAY, i + 1 < DIRECTORIES ? i + 1 : i);
		}
		if (fsc_pool_take(pool, FSC_LANE_REPLAY, i, 64, &found, &waited)) {
			judge(&found, (int) i);
		}
		if (i % 3 == 0 && fsc_pool_collect(pool, FSC_LANE_AHEAD, &number, &found)) {
			judge(&found, (int) number);
		}
		if (round % 5 == 4 && i == 100) {
			break; /* most of it is left */
		}
	}
	fsc_pool_clear(pool);
}

TEST(answers_are_those_of_the_errands)
{
	fsc_pool *pool = staffed();
	uint64_t issued = 0, wasted = 0, one[2];

	REQUIRE(pool);
	CHECK_INT(fsc_pool_threads(pool), HELPERS);
	wrong = used = listed = 0;
	/* A busy machine may let the helpers come late. */
	for (unsigned round = 0; round < ROUNDS || (round < 100 * ROUNDS && !(used && listed));
		round++) {
		request(pool, round);
		fsc_pool_tally(pool, &one[0], &one[1]);
		issued += one[0];
		wasted += one[1];
	}
	CHECK_INT(wrong, 0);
	CHECK(used > 0);
	CHECK(listed > 0);
	CHECK(issued >= used);
	printf("# %llu issued, %u used, %u listings, %llu for nothing\n", (unsigned long long) issued,
		used, listed, (unsigned long long) wasted);
	fsc_pool_destroy(pool);
}

TEST(a_pool_ends_at_any_moment)
{
	for (unsigned i = 0; i < 40; i++) {
		fsc_pool *pool = staffed();

		REQUIRE(pool);
		for (unsigned k = 0; k < DIRECTORIES; k++) {
			add(pool, FSC_LANE_AHEAD, FSC_ERRAND_READ, paths[k]);
		}
		fsc_pool_open(pool, FSC_LANE_AHEAD, UINT32_MAX);
		usleep(i * 20);
		fsc_pool_destroy(pool);
	}
}

static unsigned open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned count = 0;

	while (dir && readdir(dir)) {
		count++;
	}
	if (dir) {
		closedir(dir);
	}
	return count;
}

TEST(no_descriptor_is_left_open)
{
	unsigned before = open_descriptors();
	fsc_pool *pool = staffed();

	REQUIRE(pool);
	for (unsigned round = 0; round < 10; round++) {
		request(pool, round);
	}
	fsc_pool_destroy(pool);
	CHECK_INT(open_descriptors(), before);
}

/* The child has the pool's memory, whatever state its lock was in, and none of its threads. */
TEST(a_child_goes_on_without_helpers)
{
	fsc_pool *pool = staffed(), *own;
	int status = 0;
	pid_t child;

	REQUIRE(pool);
	for (unsigned round = 0; round < 10; round++) {
		for (int k = 0; k < DIRECTORIES; k++) {
			add(pool, FSC_LANE_AHEAD, FSC_ERRAND_READ, paths[k]);
		}
		fsc_pool_open(pool, FSC_LANE_AHEAD, UINT32_MAX);
		usleep(round * 50);
		child = fork();
		if (child == 0) {
			bool alive = fsc_pool_is_alive(pool);

			alarm(20);
			fsc_pool_destroy(pool);
			own = round % 2 ? NULL : fsc_pool_create();
			_exit(alive || (own && !fsc_pool_is_alive(own)));
		}
		REQUIRE(child > 0);
		CHECK(waitpid(child, &status, 0) == child);
		CHECK_INT(status, 0);
		fsc_pool_clear(pool);
	}
	CHECK(fsc_pool_is_alive(pool));
	fsc_pool_destroy(pool);
}

static volatile sig_atomic_t handled;
static pthread_t handled_by;

static void handle(int number)
{
	(void) number;
	handled_by = pthread_self();
	handled++;
}

TEST(signals_are_the_owners)
{
	struct sigaction action, before;
	fsc_pool *pool = staffed();

	REQUIRE(pool);
	memset(&action, 0, sizeof action);
	action.sa_handler = handle;
	sigaction(SIGUSR1, &action, &before);
	for (int i = 0; i < 50; i++) {
		sig_atomic_t so_far = handled;

		kill(getpid(), SIGUSR1);
		while (handled == so_far) {
			usleep(10);
		}
		CHECK(pthread_equal(handled_by, pthread_self()));
	}
	sigaction(SIGUSR1, &before, NULL);
	fsc_pool_destroy(pool);
}

int main(void)
{
	fsc_os_init();
	make_tree();
	RUN(answers_are_those_of_the_errands);
	RUN(a_pool_ends_at_any_moment);
	RUN(no_descriptor_is_left_open);
	RUN(a_child_goes_on_without_helpers);
	RUN(signals_are_the_owners);
	remove_tree();
	return unit_end();
}
