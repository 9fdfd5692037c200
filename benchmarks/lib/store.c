/* SPDX-License-Identifier: MIT */
/*
 * store.c WHAT...: the shared tier by itself, for store.php. One line for each WHAT:
 *
 *	hold SIZE              names (14 bytes each, 10 a directory) that it holds before it forgets any
 *	find SIZE PERCENT ORDER
 *	                       ns for one listing found in a store so full, copied out and indexed;
 *	                       "scan": in the order in which they were put, "random", or "few":
 *	                       random, but no more different ones than a store of 1% holds, from
 *	                       all over it; of many parts of the run the fastest, since others
 *	                       use the machine too
 *	miss SIZE WORKERS MS DIRECTORY
 *	                       directories read in that time by so many processes, each of them put
 *	                       under a key of its own; SIZE 0: not put anywhere
 */
#define _GNU_SOURCE
#include "src/core/store.h"
#include "src/core/stored.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NAMES 10
#define PARTS 40
#define PART  5000

/* Not asked by anything here. */
fsc_os_table fsc_os_common_table(void)
{
	return FSC_OS_TABLE_UNKNOWN;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

static fsc_store *make(size_t size)
{
	static const fsc_store_maker maker;
	void *memory = fsc_os_shm_create(size);

	if (!memory || !fsc_store_format(memory, size, &maker)) {
		exit(1);
	}
	return fsc_store_attach(memory, size);
}

static fsc_store_key key_of(uint64_t number)
{
	fsc_store_key key = { 0, 1, { 100, 0x800000001, number, 1700000000000000000 + number, 5 } };

	return key;
}

/* ".", ".." and names of 14 bytes. */
static fsc_snapshot *listing_of(uint64_t number)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(1000);
	fsc_snapshot *snapshot = NULL;
	char name[32];

	fsc_snapshot_add(builder, ".", 1, FSC_TYPE_DIR);
	fsc_snapshot_add(builder, "..", 2, FSC_TYPE_DIR);
	for (int i = 0; i < NAMES; i++) {
		snprintf(name, sizeof name, "%08lx.%d.inc", (unsigned long) number & 0xffffffff, i);
		fsc_snapshot_add(builder, name, strlen(name), FSC_TYPE_FILE);
	}
	fsc_snapshot_finish(builder, true, &snapshot);
	return snapshot;
}

static bool put(fsc_store *store, uint64_t number, const fsc_snapshot *snapshot,
	fsc_store_events *events)
{
	static fsc_store_record record;
	fsc_store_key key = key_of(number);
	size_t size;
	const char *bytes = fsc_snapshot_records(snapshot, &size);

	if (!fsc_store_prepare(store, &key, fsc_snapshot_count(snapshot), false, size, &record)) {
		return false;
	}
	memcpy(fsc_store_bytes(&record), bytes, size);
	return fsc_store_put(store, &record, events) == FSC_STORE_KEPT;
}

/* Fill until it flips, or until so many bytes are used. Returns how many listings are in it. */
static uint64_t fill(fsc_store *store, double part)
{
	fsc_store_events events = { 0, 0 };
	fsc_store_status status;
	uint64_t number = 0;

	for (;;) {
		fsc_snapshot *snapshot = listing_of(number);

		if (number % 64 == 0) {
			fsc_store_get_status(store, &status);
			if ((double) status.used >= part * (double) status.room) {
				fsc_snapshot_release(snapshot);
				return number;
			}
		}
		put(store, number, snapshot, &events);
		fsc_snapshot_release(snapshot);
		if (events.flips) {
			return number;
		}
		number++;
	}
}

/* Which one is next? */
static uint64_t choose(uint64_t i, uint64_t count, uint64_t stride, bool scan)
{
	static uint64_t random = 1;

	random = random * 6364136223846793005u + 1442695040888963407u;
	return scan ? i % count : (random >> 33) % (count / stride) * stride;
}

static void find(size_t size, double part, const char *order)
{
	fsc_store *store = make(size);
	uint64_t count = fill(store, part), found_count = 0, fastest = UINT64_MAX, i = 0;
	uint64_t stride = strcmp(order, "few") == 0 ? (uint64_t) (part * 100 + 0.5) : 1;
	bool scan = strcmp(order, "scan") == 0;
	fsc_store_record record = { 0 };

	for (int p = 0; p < PARTS; p++) {
		uint64_t start = now_ns(), end = i + PART;

		for (; i < end; i++) {
			fsc_store_key key = key_of(choose(i, count, stride, scan));
			fsc_store_found found;

			if (fsc_store_find(store, &key, &record, &found)) {
				fsc_snapshot *snapshot =
					fsc_stored_read(found.bytes, found.size, found.entries);

				found_count += snapshot != NULL;
				fsc_snapshot_release(snapshot);
			}
		}
		start = now_ns() - start;
		fastest = start < fastest ? start : fastest;
	}
	if (found_count != (uint64_t) PARTS * PART) {
		exit(1);
	}
	printf("%.1f\n", (double) fastest / PART);
}

static fsc_snapshot *read_directory(const char *path)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(65536);
	fsc_snapshot *snapshot = NULL;
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL) {
		fsc_snapshot_add(builder, entry->d_name, strlen(entry->d_name), FSC_TYPE_FILE);
	}
	closedir(dir);
	fsc_snapshot_finish(builder, true, &snapshot);
	return snapshot;
}

static void miss(size_t size, int workers, int ms, const char *path)
{
	fsc_store *store = size ? make(size) : NULL;
	volatile uint64_t *counts = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint64_t until = now_ns() + (uint64_t) ms * 1000000u, sum = 0;

	for (int w = 0; w < workers; w++) {
		if (fork() == 0) {
			fsc_store_events events = { 0, 0 };
			fsc_store_record record = { 0 };
			uint64_t number = (uint64_t) w << 40;

			for (; now_ns() < until; number++) {
				fsc_store_key key = key_of(number);
				fsc_store_found found;
				fsc_snapshot *snapshot;

				if (store && fsc_store_find(store, &key, &record, &found)) {
					_exit(1);
				}
				snapshot = read_directory(path);
				if (store) {
					put(store, number, snapshot, &events);
				}
				fsc_snapshot_release(snapshot);
				counts[w * 8]++;
			}
			_exit(0);
		}
	}
	for (int w = 0; w < workers; w++) {
		wait(NULL);
		sum += counts[w * 8];
	}
	printf("%lu\n", (unsigned long) sum);
}

int main(int argc, char **argv)
{
	size_t size = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;

	if (argc == 3 && strcmp(argv[1], "hold") == 0) {
		printf("%lu\n", (unsigned long) fill(make(size), 2) * NAMES);
	} else if (argc == 5 && strcmp(argv[1], "find") == 0) {
		find(size, atof(argv[3]) / 100, argv[4]);
	} else if (argc == 6 && strcmp(argv[1], "miss") == 0) {
		miss(size, atoi(argv[3]), atoi(argv[4]), argv[5]);
	} else {
		return 2;
	}
	return 0;
}
