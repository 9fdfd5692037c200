/* SPDX-License-Identifier: MIT */
/*
 * test_platform_shm.c: shared memory, its files and its lock, against the real system. Works in a
 * new folder under TMPDIR. Its source is included, not linked, in place of the fake's.
 */
#define _GNU_SOURCE
#include "src/platform/posix_shm.c"

#include "tests/unit/unit.h"

#include <dirent.h>
#include <limits.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define SIZE   ((size_t) 64 * 1024)
#define NOBODY 65534

static char top[PATH_MAX];
static char path[PATH_MAX + 16], own[PATH_MAX + 32];
static const char *reason;

/* A "store" of these tests: its first byte is 'S', the second one how often it was retired. */
static bool format(void *memory, size_t size, const void *context)
{
	(void) context;
	for (size_t i = 0; i < size; i++) {
		if (((char *) memory)[i]) {
			return false;
		}
	}
	*(char *) memory = 'S';
	return true;
}

static bool fits(const void *memory, size_t size, const void *context)
{
	(void) size;
	(void) context;
	return *(const char *) memory == 'S';
}

static void retire_it(void *memory, size_t size)
{
	(void) size;
	((char *) memory)[1]++;
}

static const fsc_os_shm_user user = { format, fits, retire_it, NULL };

static char *open_it(size_t size)
{
	reason = NULL;
	return fsc_os_shm_open(path, size, &user, &reason);
}

static struct stat now(const char *file)
{
	struct stat st;

	memset(&st, 0, sizeof st);
	lstat(file, &st);
	return st;
}

static unsigned files(void)
{
	DIR *dir = opendir(top);
	struct dirent *entry;
	unsigned count = 0;

	while ((entry = readdir(dir)) != NULL) {
		count += entry->d_name[0] != '.';
	}
	closedir(dir);
	return count;
}

static void start(void)
{
	unlink(own);
	CHECK_INT(files(), 0);
}

/* ---- files ---- */

TEST(a_file_is_made_for_its_user_alone)
{
	char *memory;
	mode_t mask = umask(0);

	start();
	memory = open_it(SIZE);
	umask(mask);
	REQUIRE(memory);
	CHECK_INT(now(own).st_mode & 07777, 0600);
	CHECK_INT(now(own).st_size, SIZE);
	CHECK(now(own).st_blocks * 512 >= (off_t) SIZE); /* its space is reserved */
	CHECK_INT(files(), 1);
	munmap(memory, SIZE);
}

TEST(the_second_process_sees_the_same)
{
	char *first, *second;

	start();
	first = open_it(SIZE);
	second = open_it(SIZE);
	REQUIRE(first && second);
	CHECK(first != second);
	first[100] = 7;
	CHECK_INT(second[100], 7);
	munmap(first, SIZE);
	munmap(second, SIZE);
}

static void refused(const char *why)
{
	CHECK(!open_it(SIZE));
	CHECK_STR(reason, why);
	CHECK_INT(files(), 1);
}

TEST(a_symlink_is_refused)
{
	start();
	symlink("/etc/passwd", own);
	refused("it is a symlink");
}

TEST(a_foreign_file_is_refused)
{
	char *memory;

	if (geteuid() != 0) {
		SKIP("needs root");
	}
	start();
	memory = open_it(SIZE);
	munmap(memory, SIZE);
	CHECK_INT(chown(own, NOBODY, NOBODY), 0);
	refused("it belongs to another user");
}

TEST(a_file_that_others_may_write_is_refused)
{
	static const mode_t modes[] = { 0620, 0602, 0666 };

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		char *memory;

		start();
		memory = open_it(SIZE);
		munmap(memory, SIZE);
		chmod(own, modes[i]);
		refused("others may write to it");
	}
}

TEST(what_is_no_file_is_refused)
{
	start();
	mkfifo(own, 0600);
	refused("it is not a regular file");
	unlink(own);
	mkdir(own, 0700);
	CHECK(!open_it(SIZE));
	rmdir(own);
}

TEST(what_does_not_fit_is_replaced_and_left_as_it_was)
{
	char *old, *new;
	ino_t inode;

	start();
	old = open_it(SIZE);
	REQUIRE(old);
	old[0] = 'X';
	old[SIZE - 1] = 'e';
	inode = now(own).st_ino;
	new = open_it(SIZE);
	REQUIRE(new);
	CHECK(now(own).st_ino != inode);
	CHECK_INT(old[0], 'X');
	CHECK_INT(old[SIZE - 1], 'e'); /* still there: not cut */
	CHECK_INT(old[1], 1);          /* told */
	CHECK_INT(new[0], 'S');
	CHECK_INT(new[1], 0);
	CHECK_INT(files(), 1);
	munmap(old, SIZE);
	munmap(new, SIZE);
}

TEST(another_size_is_replaced)
{
	char *old, *new;

	start();
	old = open_it(SIZE);
	new = open_it(SIZE * 2);
	REQUIRE(old && new);
	CHECK_INT(now(own).st_size, SIZE * 2);
	CHECK_INT(old[1], 1);
	CHECK_INT(old[SIZE - 1], 0);
	munmap(old, SIZE);
	munmap(new, SIZE * 2);
}

TEST(a_short_file_is_replaced)
{
	int fd;
	char *memory;

	start();
	fd = open(own, O_CREAT | O_WRONLY, 0600);
	CHECK_INT(write(fd, "S", 1), 1);
	close(fd);
	memory = open_it(SIZE);
	REQUIRE(memory);
	CHECK_INT(memory[0], 'S');
	munmap(memory, SIZE);
}

TEST(while_somebody_replaces_it_nobody_waits)
{
	char *old;
	int fd;

	start();
	old = open_it(SIZE);
	old[0] = 'X';
	fd = open(own, O_RDONLY);
	CHECK_INT(flock(fd, LOCK_EX), 0);
	CHECK(!open_it(SIZE));
	CHECK_STR(reason, "another process replaces it");
	close(fd);
	munmap(old, SIZE);
}

TEST(other_file_systems_are_refused)
{
	char saved[sizeof path];

	memcpy(saved, path, sizeof saved);
	strcpy(path, "/proc/fastscan");
	CHECK(!open_it(SIZE));
	memcpy(path, saved, sizeof saved);
	CHECK(reason != NULL);
}

TEST(without_space_nothing_is_left_behind)
{
	struct rlimit limit, less;

	start();
	getrlimit(RLIMIT_FSIZE, &limit);
	less = limit;
	less.rlim_cur = SIZE / 2;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &less);
	CHECK(!open_it(SIZE));
	setrlimit(RLIMIT_FSIZE, &limit);
	CHECK_STR(reason, "there is no space for it");
	CHECK_INT(files(), 0);
}

TEST(many_at_once_agree_on_one_file)
{
	for (int round = 0; round < 20; round++) {
		int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

		start();
		if (round % 2) {
			int fd = open(own, O_CREAT | O_WRONLY, 0600);

			CHECK_INT(ftruncate(fd, SIZE), 0); /* of the right size, but not a store */
			close(fd);
		}
		for (int i = 0; i < 8; i++) {
			if (fork() == 0) {
				char *memory = open_it(SIZE);

				/* Who was too late has none; all others have what is there at the end. */
				if (memory) {
					__atomic_add_fetch((int *) (memory + 8), 1, __ATOMIC_SEQ_CST);
					__atomic_add_fetch(shared, 1, __ATOMIC_SEQ_CST);
				}
				_exit(0);
			}
		}
		while (wait(NULL) > 0) {
		}
		{
			char *memory = open_it(SIZE);

			REQUIRE(memory);
			CHECK_INT(*(int *) (memory + 8), *shared);
			CHECK(*shared >= 1);
			munmap(memory, SIZE);
		}
		CHECK_INT(files(), 1);
		munmap(shared, 4096);
	}
}

/* ---- memory and lock ---- */

TEST(a_child_shares_the_memory)
{
	volatile char *memory = fsc_os_shm_create(SIZE);

	REQUIRE(memory);
	CHECK_INT(memory[SIZE - 1], 0);
	if (fork() == 0) {
		memory[SIZE - 1] = 5;
		_exit(0);
	}
	wait(NULL);
	CHECK_INT(memory[SIZE - 1], 5);
	fsc_os_shm_destroy((void *) memory, SIZE);
}

TEST(the_lock_is_one_processs_at_a_time)
{
	void *lock = fsc_os_shm_create(SIZE);
	int status = 0;

	CHECK(fsc_os_lock_init(lock));
	CHECK_INT(fsc_os_lock_try(lock), FSC_OS_LOCK_TAKEN);
	if (fork() == 0) {
		_exit(fsc_os_lock_try(lock));
	}
	wait(&status);
	CHECK_INT(WEXITSTATUS(status), FSC_OS_LOCK_BUSY);
	fsc_os_lock_release(lock);
	if (fork() == 0) {
		status = fsc_os_lock_try(lock);
		fsc_os_lock_release(lock);
		_exit(status);
	}
	wait(&status);
	CHECK_INT(WEXITSTATUS(status), FSC_OS_LOCK_TAKEN);
	CHECK_INT(fsc_os_lock_try(lock), FSC_OS_LOCK_TAKEN);
	fsc_os_lock_release(lock);
	fsc_os_shm_destroy(lock, SIZE);
}

TEST(a_killed_holder_leaves_the_lock_to_the_next)
{
	void *lock = fsc_os_shm_create(SIZE);
	int status;

	CHECK(fsc_os_lock_init(lock));
	for (int i = 0; i < 3; i++) {
		if (fork() == 0) {
			fsc_os_lock_try(lock);
			raise(SIGKILL);
		}
		wait(&status);
		CHECK(WIFSIGNALED(status));
		if (i == 1) {
			continue; /* two deaths in a row */
		}
		CHECK_INT(fsc_os_lock_try(lock), FSC_OS_LOCK_ORPHANED);
		fsc_os_lock_release(lock);
		CHECK_INT(fsc_os_lock_try(lock), FSC_OS_LOCK_TAKEN);
		fsc_os_lock_release(lock);
	}
	fsc_os_shm_destroy(lock, SIZE);
}

/* In a child: change each byte of the lock before it is tried, and again while it is held. */
static void damage_the_lock(unsigned char *lock, bool held)
{
	for (size_t i = 0; i < FSC_OS_LOCK_SIZE; i++) {
		for (unsigned bits = 1; bits < 256; bits++) {
			memset(lock, 0, FSC_OS_LOCK_SIZE);
			fsc_os_lock_init(lock);
			if (!held) {
				lock[i] ^= (unsigned char) bits;
			}
			if (fsc_os_lock_try(lock) == FSC_OS_LOCK_BUSY) {
				continue;
			}
			if (held) {
				lock[i] ^= (unsigned char) bits;
			}
			fsc_os_lock_release(lock);
		}
	}
}

/* Lost at worst. What the C library asserts of it, and the pointers in it, must not be believed. */
static void survives(bool held)
{
	void *lock = fsc_os_shm_create(SIZE);
	int status = -1;

	if (fork() == 0) {
		alarm(20);
		damage_the_lock(lock, held);
		memset(lock, 0, FSC_OS_LOCK_SIZE);
		fsc_os_lock_init(lock);
		_exit(fsc_os_lock_try(lock) == FSC_OS_LOCK_TAKEN ? 0 : 1);
	}
	wait(&status);
	CHECK_INT(status, 0);
	fsc_os_shm_destroy(lock, SIZE);
}

TEST(a_damaged_lock_is_lost_at_worst)
{
	survives(false);
}

TEST(a_lock_damaged_while_it_is_held_is_lost_at_worst)
{
	survives(true);
}

TEST(the_identity_is_the_same_in_a_child)
{
	uint64_t *shared = fsc_os_shm_create(SIZE), mine[FSC_OS_IDENTITY];

	REQUIRE(fsc_os_identity(mine));
	if (fork() == 0) {
		fsc_os_identity(shared);
		_exit(0);
	}
	wait(NULL);
	CHECK_MEM(shared, mine, sizeof mine);
	fsc_os_shm_destroy(shared, SIZE);
}

TEST(processes_exist_until_they_are_waited_for)
{
	pid_t child = fork();

	if (child == 0) {
		pause();
		_exit(0);
	}
	CHECK(fsc_os_process_exists((uint32_t) child));
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	CHECK(!fsc_os_process_exists((uint32_t) child));
	CHECK(fsc_os_process_exists(fsc_os_process()));
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	setvbuf(stdout, NULL, _IOLBF, 0); /* children must not print again what is waiting */
	snprintf(top, sizeof top, "%s/fastscan-shm.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(top)) {
		perror(top);
		return 1;
	}
	snprintf(path, sizeof path, "%s/store", top);
	snprintf(own, sizeof own, "%s.%lu", path, (unsigned long) geteuid());
	RUN(a_file_is_made_for_its_user_alone);
	RUN(the_second_process_sees_the_same);
	RUN(a_symlink_is_refused);
	RUN(a_foreign_file_is_refused);
	RUN(a_file_that_others_may_write_is_refused);
	RUN(what_is_no_file_is_refused);
	RUN(what_does_not_fit_is_replaced_and_left_as_it_was);
	RUN(another_size_is_replaced);
	RUN(a_short_file_is_replaced);
	RUN(while_somebody_replaces_it_nobody_waits);
	RUN(other_file_systems_are_refused);
	RUN(without_space_nothing_is_left_behind);
	RUN(many_at_once_agree_on_one_file);
	RUN(a_child_shares_the_memory);
	RUN(the_lock_is_one_processs_at_a_time);
	RUN(a_killed_holder_leaves_the_lock_to_the_next);
	RUN(a_damaged_lock_is_lost_at_worst);
	RUN(a_lock_damaged_while_it_is_held_is_lost_at_worst);
	RUN(the_identity_is_the_same_in_a_child);
	RUN(processes_exist_until_they_are_waited_for);
	unlink(own);
	rmdir(top);
	return unit_end();
}
