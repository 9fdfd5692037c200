/* SPDX-License-Identifier: MIT */
/*
 * test_shm_win32.c: memory that processes share by its name on Windows, and the lock in it. Starts
 * itself: "hold" takes the lock and ends with it, "stay" waits to be killed.
 */
#include "src/platform/win32.c"
#include "src/platform/win32_creds.c"
#include "src/platform/win32_shm.c"

#include "tests/unit/unit.h"

#define SIZE 65536
#define PATH "C:\\fastscan-test"

static char self[MAX_PATH];
static int formats;
static int retired;

/* A word of magic, then the lock, then what is counted. */
typedef struct shared_page {
	uint64_t magic;
	uint64_t lock[8];
	uint32_t count;
	uint32_t holder_ready;
} shared_page;

static bool format(void *memory, size_t size, const void *context)
{
	shared_page *page = memory;

	formats++;
	page->magic = *(const uint64_t *) context;
	return size == SIZE && fsc_os_lock_init(page->lock);
}

static bool fits(const void *memory, size_t size, const void *context)
{
	return size == SIZE && *(const uint64_t *) memory == *(const uint64_t *) context;
}

static void retire(void *memory, size_t size)
{
	(void) memory;
	(void) size;
	retired++;
}

static const uint64_t one = 1, two = 2;
static const fsc_os_shm_user user_one = { format, fits, retire, &one };
static const fsc_os_shm_user user_two = { format, fits, retire, &two };

static HANDLE start(const char *how)
{
	STARTUPINFOA startup = { .cb = sizeof startup };
	PROCESS_INFORMATION process;
	char line[MAX_PATH + 16];

	snprintf(line, sizeof line, "\"%s\" %s", self, how);
	if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &process)) {
		return NULL;
	}
	CloseHandle(process.hThread);
	return process.hProcess;
}

/* What the other process does: takes the lock, counts, and ends without a word if told so. */
static int other(bool stays)
{
	const char *reason;
	shared_page *page = fsc_os_shm_open(PATH, SIZE, &user_one, &reason);

	if (!page) {
		printf("# %s\n", reason);
	}
	if (!page || formats != 0 || fsc_os_lock_try(page->lock) != FSC_OS_LOCK_TAKEN) {
		return 3;
	}
	InterlockedIncrement((volatile LONG *) &page->count);
	InterlockedExchange((volatile LONG *) &page->holder_ready, (LONG) GetCurrentProcessId());
	if (stays) {
		Sleep(20000);
	}
	return 0;
}

TEST(processes_meet_by_name)
{
	const char *reason = "";
	shared_page *page = fsc_os_shm_open(PATH, SIZE, &user_one, &reason);
	HANDLE process;

	REQUIRE(page != NULL);
	CHECK(reason == NULL);
	CHECK_INT(formats, 1);
	CHECK_INT(page->count, 0);
	process = start("hold");
	REQUIRE(process != NULL);
	CHECK_INT(WaitForSingleObject(process, 10000), WAIT_OBJECT_0);
	CHECK_INT(page->count, 1);
	CHECK(!fsc_os_process_exists(page->holder_ready) || WaitForSingleObject(process, 0) == 0);
	/* it died with the lock */
	CHECK_INT(fsc_os_lock_try(page->lock), FSC_OS_LOCK_ORPHANED);
	CHECK_INT(fsc_os_lock_try(page->lock), FSC_OS_LOCK_BUSY);
	fsc_os_lock_release(page->lock);
	CHECK_INT(fsc_os_lock_try(page->lock), FSC_OS_LOCK_TAKEN);
	fsc_os_lock_release(page->lock);
	CloseHandle(process);
	fsc_os_shm_destroy(page, SIZE);
}

TEST(a_holder_that_lives_keeps_the_lock)
{
	const char *reason;
	shared_page *page = fsc_os_shm_open(PATH, SIZE, &user_one, &reason);
	HANDLE process;

	REQUIRE(page != NULL);
	process = start("stay");
	REQUIRE(process != NULL);
	for (int i = 0; i < 200 && !page->holder_ready; i++) {
		Sleep(50);
	}
	CHECK(page->holder_ready != 0);
	CHECK(fsc_os_process_exists(page->holder_ready));
	CHECK_INT(fsc_os_lock_try(page->lock), FSC_OS_LOCK_BUSY);
	CHECK(TerminateProcess(process, 9));
	CHECK_INT(WaitForSingleObject(process, 10000), WAIT_OBJECT_0);
	CHECK_INT(fsc_os_lock_try(page->lock), FSC_OS_LOCK_ORPHANED);
	CloseHandle(process);
	fsc_os_shm_destroy(page, SIZE);
}

TEST(what_does_not_fit_is_left_and_told_so)
{
	const char *reason;
	shared_page *first = fsc_os_shm_open(PATH, SIZE, &user_one, &reason);
	shared_page *second = fsc_os_shm_open(PATH, SIZE, &user_two, &reason);
	shared_page *again = fsc_os_shm_open(PATH, SIZE, &user_two, &reason);

	REQUIRE(first && second && again);
	CHECK(retired > 0);
	CHECK_INT(first->magic, 1);
	CHECK_INT(second->magic, 2);
	second->count = 7;
	CHECK_INT(again->count, 7);
	CHECK_INT(first->count, 0);
	fsc_os_shm_destroy(first, SIZE);
	fsc_os_shm_destroy(second, SIZE);
	fsc_os_shm_destroy(again, SIZE);
}

TEST(other_names_and_sizes_are_apart)
{
	const char *reason;
	shared_page *first = fsc_os_shm_open(PATH, SIZE, &user_one, &reason);
	shared_page *other_path = fsc_os_shm_open(PATH "2", SIZE, &user_one, &reason);

	REQUIRE(first && other_path);
	first->count = 5;
	CHECK_INT(other_path->count, 0);
	fsc_os_shm_destroy(first, SIZE);
	fsc_os_shm_destroy(other_path, SIZE);
	/* nobody has it any more: it begins anew */
	first = fsc_os_shm_open(PATH, SIZE, &user_one, &reason);
	REQUIRE(first != NULL);
	CHECK_INT(first->count, 0);
	fsc_os_shm_destroy(first, SIZE);
	CHECK(fsc_os_shm_create(SIZE) == NULL);
	fsc_os_shm_destroy(NULL, SIZE);
}

TEST(memory_being_opened_by_another_is_not_waited_for)
{
	WCHAR name[NAME_LIMIT];
	HANDLE mutex, process;
	DWORD code = 0;

	name_of(PATH, SIZE, user_hash(), -1, name);
	mutex = CreateMutexW(NULL, FALSE, name);
	REQUIRE(mutex != NULL);
	/* a mutex lets its own thread in again: another process must hold it */
	CHECK_INT(WaitForSingleObject(mutex, 0), WAIT_OBJECT_0);
	process = start("blocked");
	REQUIRE(process != NULL);
	CHECK_INT(WaitForSingleObject(process, 10000), WAIT_OBJECT_0);
	GetExitCodeProcess(process, &code);
	CHECK_INT(code, 42);
	CloseHandle(process);
	ReleaseMutex(mutex);
	CloseHandle(mutex);
}

TEST(memory_of_somebody_else_is_not_used)
{
	const char *reason = "";
	WCHAR name[NAME_LIMIT];
	HANDLE squatted;

	/* without an owner of ours, as another user would have made it */
	name_of(PATH, SIZE, user_hash(), 0, name);
	squatted = CreateFileMappingW(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, SIZE, name);
	REQUIRE(squatted != NULL);
	if (is_own(squatted, ((TOKEN_USER *) fsc_win32_token(TokenUser))->User.Sid)) {
		CloseHandle(squatted);
		SKIP("this system names the user as the owner by itself");
	}
	CHECK(fsc_os_shm_open(PATH, SIZE, &user_one, &reason) == NULL);
	CHECK(reason && strstr(reason, "another user"));
	CloseHandle(squatted);
}

int main(int argc, char **argv)
{
	const char *reason = NULL;

	GetModuleFileNameA(NULL, self, sizeof self);
	if (argc > 1 && strcmp(argv[1], "blocked") == 0) {
		void *memory = fsc_os_shm_open(PATH, SIZE, &user_one, &reason);

		return !memory && reason && strstr(reason, "another process") ? 42 : 1;
	}
	if (argc > 1) {
		return other(strcmp(argv[1], "stay") == 0);
	}
	RUN(processes_meet_by_name);
	RUN(a_holder_that_lives_keeps_the_lock);
	RUN(what_does_not_fit_is_left_and_told_so);
	RUN(other_names_and_sizes_are_apart);
	RUN(memory_being_opened_by_another_is_not_waited_for);
	RUN(memory_of_somebody_else_is_not_used);
	return unit_end();
}
