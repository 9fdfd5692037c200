/* SPDX-License-Identifier: MIT */
/*
 * posix_creds.c: who asks, as far as it decides what may be seen.
 *
 * What cannot be learned is given a value that equals none before it, so that nothing remembered
 * under other credentials is used. No state but that counter; any thread may call. Ids, groups and
 * capabilities belong to the whole process, since the C library changes those of all threads
 * together. A security module's label (SELinux, AppArmor) is not among them.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "src/platform/posix.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define FEW_GROUPS 64

/* <linux/capability.h> is not in every build environment: the kernel's structures, version 3. */
struct capability_head {
	uint32_t version;
	int      pid;
};

struct capability_set {
	uint32_t effective, permitted, inheritable;
};

#define CAPABILITY_VERSION_3 0x20080522u

static uint64_t mix(uint64_t value)
{
	value += 0x9e3779b97f4a7c15u;
	value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
	value = (value ^ value >> 27) * 0x94d049bb133111ebu;
	return value ^ value >> 31;
}

static uint64_t never_the_same(void)
{
	static _Atomic uint64_t count;

	return mix(~atomic_fetch_add(&count, 1));
}

/* A sum of the mixed ids, which is the same for every order. */
static uint64_t hash_groups(void)
{
	gid_t few[FEW_GROUPS], *groups = few;
	int count = getgroups(0, NULL);
	uint64_t hash;

	if (count > FEW_GROUPS) {
		groups = malloc((size_t) count * sizeof *groups);
	}
	if (!groups || count < 0) {
		return never_the_same();
	}
	count = getgroups(count, groups);
	hash = count < 0 ? never_the_same() : mix((uint64_t) count);
	for (int i = 0; i < count; i++) {
		hash += mix((uint64_t) 1 << 32 | groups[i]);
	}
	if (groups != few) {
		free(groups);
	}
	return hash;
}

static uint64_t effective_capabilities(void)
{
	struct capability_head head = {CAPABILITY_VERSION_3, 0};
	struct capability_set set[2];

	memset(set, 0, sizeof set);
	if (syscall(SYS_capget, &head, set) != 0) {
		return never_the_same();
	}
	return (uint64_t) set[1].effective << 32 | set[0].effective;
}

/*
 * A mount belongs to one namespace, so where ids are never reused the root's tells both. Else the
 * namespace is asked, which takes ten times as long: of the thread, since one can leave it alone.
 * In a chroot without /proc it stays untold; the plain id of the root then has to do.
 */
static uint64_t mount_space(void)
{
	fsc_posix_id space = {0, 0, 0}, root;

	if (!fsc_posix_identity("/", &root)) {
		return never_the_same();
	}
	if (!fsc_posix_unique_ids()) {
		fsc_posix_identity("/proc/thread-self/ns/mnt", &space);
	}
	return mix(mix(mix(mix(space.inode) ^ root.inode) ^ root.device) ^ root.mount);
}

void fsc_os_creds(fsc_creds *out)
{
	memset(out, 0, sizeof *out); /* compared as a whole, padding too */
	out->ruid = getuid();
	out->euid = geteuid();
	out->rgid = getgid();
	out->egid = getegid();
	out->groups = hash_groups();
	out->privileges = effective_capabilities();
	out->mount_space = mount_space();
	out->process = (uint32_t) getpid();
}
