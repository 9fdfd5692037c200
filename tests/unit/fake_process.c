/* SPDX-License-Identifier: MIT */
/* fake_process.c: the fake's credentials, clocks and features. Single-threaded. */
#include "tests/unit/fake_tree.h"

#include <string.h>

#define MOST_GROUPS 8
#define ALL_FEATURES                                                               \
	(FSC_OS_VERSIONS | FSC_OS_UNIQUE_MOUNT | FSC_OS_MOUNT_EVENTS | FSC_OS_FD_ACCESS \
		| FSC_OS_FOLD_FLAG)

unsigned fake_features;

static fsc_creds creds;
static uint32_t groups[MOST_GROUPS];
static unsigned group_count;

/* ---- credentials ---- */

fake_who fake_effective(void)
{
	return (fake_who){creds.euid, creds.egid, creds.privileges != 0, groups, group_count};
}

/* access(2) judges by the real ids; real root is privileged. */
fake_who fake_real(void)
{
	return (fake_who){creds.ruid, creds.rgid, creds.ruid == 0, groups, group_count};
}

void fsc_os_creds(fsc_creds *out)
{
	fsc_os_result ignored;

	fake_enter(FAKE_CREDS, NULL, &ignored);
	*out = creds;
	fake_leave(FAKE_CREDS);
}

void fake_set_ids(uint32_t ruid, uint32_t euid, uint32_t rgid, uint32_t egid)
{
	creds.ruid = ruid;
	creds.euid = euid;
	creds.rgid = rgid;
	creds.egid = egid;
	creds.privileges = euid == 0 ? UINT64_C(0x1ffffffffff) : 0;
	fake_set_groups(NULL, 0);
}

void fake_set_groups(const uint32_t *list, unsigned count)
{
	group_count = count;
	creds.groups = count;
	for (unsigned i = 0; i < count; i++) {
		groups[i] = list[i];
		creds.groups += (list[i] + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
	}
}

void fake_set_privileges(uint64_t privileges)
{
	creds.privileges = privileges;
}

void fake_set_mount_space(uint64_t space)
{
	creds.mount_space = space;
}

uint32_t fsc_os_process(void)
{
	return creds.process;
}

void fake_set_process(uint32_t pid)
{
	creds.process = pid;
}

/* ---- clocks ---- */

static int64_t tell(int64_t ns)
{
	fsc_os_result ignored;

	fake_enter(FAKE_CLOCK, NULL, &ignored);
	fake_leave(FAKE_CLOCK);
	return ns;
}

int64_t fsc_os_monotonic_ns(void)
{
	return tell(fake_floor(fake_monotonic_now_ns, fake_tick_now_ns));
}

int64_t fsc_os_realtime_ns(void)
{
	return tell(fake_floor(fake_realtime_now_ns, fake_tick_now_ns));
}

int64_t fsc_os_tick_ns(void)
{
	return tell(fake_tick_now_ns);
}

int64_t fsc_os_precise_ns(void)
{
	return tell(fake_monotonic_now_ns);
}

void fake_advance_ns(int64_t ns)
{
	fake_monotonic_now_ns += ns;
	fake_realtime_now_ns += ns;
}

void fake_advance_ms(int64_t ms)
{
	fake_advance_ns(ms * 1000000);
}

void fake_step_realtime_ns(int64_t ns)
{
	fake_realtime_now_ns += ns;
}

void fake_set_tick_ns(int64_t ns)
{
	fake_tick_now_ns = ns;
}

/* ---- process ---- */

unsigned fsc_os_features(void)
{
	return fake_features;
}

void fake_set_features(unsigned wanted)
{
	fake_features = wanted;
}

void fake_lose_common_table(void)
{
	fake_table_lost = true;
}

void fsc_os_after_fork(void)
{
	fake_table_changes++;
}

void fsc_os_after_unshare(void)
{
	fake_table_changes++;
}

void fsc_os_init(void)
{
}

void fsc_os_deinit(void)
{
}

void fake_process_reset(void)
{
	fake_features = ALL_FEATURES;
	fake_realtime_now_ns = INT64_C(1700000000) * 1000000000;
	fake_monotonic_now_ns = INT64_C(1000) * 1000000000;
	fake_tick_now_ns = 4000000;
	memset(&creds, 0, sizeof creds);
	fake_set_ids(0, 0, 0, 0);
	creds.mount_space = 1;
	creds.process = 100;
}
