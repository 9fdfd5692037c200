/* SPDX-License-Identifier: MIT */
/* win32_threads.c: helper threads on Windows, and the lock they share with their owner. */
#include "src/platform/platform.h"

#include <windows.h>

#include <stdlib.h>

#define STACK_SIZE (128 * 1024)

struct fsc_os_monitor {
	SRWLOCK            lock;
	CONDITION_VARIABLE conditions[FSC_OS_DONE + 1];
};

typedef struct start {
	void (*run)(void *context);
	void *context;
} start;

/* There is no fork. */
uint64_t fsc_os_forks(void)
{
	return 0;
}

fsc_os_monitor *fsc_os_monitor_create(void)
{
	fsc_os_monitor *monitor = malloc(sizeof *monitor);

	if (monitor) {
		InitializeSRWLock(&monitor->lock);
		for (int i = 0; i <= FSC_OS_DONE; i++) {
			InitializeConditionVariable(&monitor->conditions[i]);
		}
	}
	return monitor;
}

void fsc_os_monitor_destroy(fsc_os_monitor *monitor)
{
	free(monitor);
}

void fsc_os_monitor_lock(fsc_os_monitor *monitor)
{
	AcquireSRWLockExclusive(&monitor->lock);
}

void fsc_os_monitor_unlock(fsc_os_monitor *monitor)
{
	ReleaseSRWLockExclusive(&monitor->lock);
}

void fsc_os_monitor_wait(fsc_os_monitor *monitor, fsc_os_condition condition, int64_t most_ns)
{
	SleepConditionVariableSRW(&monitor->conditions[condition], &monitor->lock,
		(DWORD) (most_ns / 1000000) + 1, 0);
}

void fsc_os_monitor_wake(fsc_os_monitor *monitor, fsc_os_condition condition, bool all)
{
	if (all) {
		WakeAllConditionVariable(&monitor->conditions[condition]);
	} else {
		WakeConditionVariable(&monitor->conditions[condition]);
	}
}

static DWORD WINAPI thread_main(LPVOID argument)
{
	start copy = *(start *) argument;

	free(argument);
	copy.run(copy.context);
	return 0;
}

/* Its code must outlive it: the module is pinned. */
bool fsc_os_thread_start(void (*run)(void *context), void *context)
{
	start *argument = malloc(sizeof *argument);
	HMODULE module;
	HANDLE thread;

	if (!argument) {
		return false;
	}
	argument->run = run;
	argument->context = context;
	GetModuleHandleExW(
		GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
		(LPCWSTR) (void *) thread_main, &module);
	thread = CreateThread(NULL, STACK_SIZE, thread_main, argument, 0, NULL);
	if (!thread) {
		free(argument);
		return false;
	}
	CloseHandle(thread);
	return true;
}

uint64_t fsc_os_thread_self(void)
{
	return GetCurrentThreadId();
}

uint64_t fsc_os_thread_sleeps(void)
{
	return 0;
}

unsigned fsc_os_processors(void)
{
	SYSTEM_INFO info;

	GetSystemInfo(&info);
	return info.dwNumberOfProcessors;
}

int64_t fsc_os_idle_ns(void)
{
	FILETIME idle, kernel, user;

	if (!GetSystemTimes(&idle, &kernel, &user)) {
		return -1;
	}
	return (int64_t) ((uint64_t) idle.dwHighDateTime << 32 | idle.dwLowDateTime) * 100;
}

void fsc_os_thread_wait(uint64_t thread)
{
	HANDLE handle = OpenThread(SYNCHRONIZE, FALSE, (DWORD) thread);

	if (handle) {
		WaitForSingleObject(handle, 1000);
		CloseHandle(handle);
	}
}
