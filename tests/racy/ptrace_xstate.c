/* SPDX-License-Identifier: MIT */
/*
 * ptrace_xstate.c: preload for linux.uml on processors whose register state is larger than it knows
 * (AMX).
 *
 * User-Mode Linux 6.1 keeps 2,696 bytes of extended state for each guest thread and hands exactly
 * these to PTRACE_SETREGSET(NT_X86_XSTATE); a host kernel takes nothing but the full size (EFAULT
 * otherwise: "ptrace set fp regs failed, errno = 14"). The missing rest is features that the guest
 * never used: zeros.
 */
#define _GNU_SOURCE
#include <cpuid.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>

#define STATE_MAX 65536

static size_t state_size(void)
{
	unsigned a, size, c, d;

	__cpuid_count(0xd, 0, a, size, c, d);
	return size;
}

long ptrace(enum __ptrace_request request, ...)
{
	static long (*original)(enum __ptrace_request, ...);
	static char whole[STATE_MAX];
	struct iovec full = { whole, state_size() };
	struct iovec *given;
	va_list arguments;
	void *address, *data;
	pid_t pid;

	va_start(arguments, request);
	pid = va_arg(arguments, pid_t);
	address = va_arg(arguments, void *);
	data = va_arg(arguments, void *);
	va_end(arguments);
	if (!original) {
		original = (long (*)(enum __ptrace_request, ...))dlsym(RTLD_NEXT, "ptrace");
	}
	given = data;
	if (request != PTRACE_SETREGSET || address != (void *)NT_X86_XSTATE ||
			given->iov_len >= full.iov_len || full.iov_len > sizeof whole) {
		return original(request, pid, address, data);
	}
	memcpy(whole, given->iov_base, given->iov_len);
	memset(whole + given->iov_len, 0, full.iov_len - given->iov_len);
	return original(request, pid, address, &full);
}
