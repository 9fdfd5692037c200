/* SPDX-License-Identifier: MIT */
/* win32.h: what the files of the platform on Windows need of each other. */
#ifndef FSC_PLATFORM_WIN32_H
#define FSC_PLATFORM_WIN32_H

#include "src/platform/platform.h"

/* The HANDLE behind a descriptor; INVALID_HANDLE_VALUE if there is none. */
void *fsc_win32_handle(int fd);

/* A sum of bytes, going on from `hash`. Not for secrets. */
uint64_t fsc_win32_hash(uint64_t hash, const void *data, size_t size);

/*
 * What the token of this process, or of the thread where it acts for somebody, says; heap-owned,
 * NULL if it cannot be had. what is a TOKEN_INFORMATION_CLASS.
 */
void *fsc_win32_token(int what);

#endif
