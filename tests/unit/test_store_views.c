/* SPDX-License-Identifier: MIT */
/*
 * Threads, each with a view of its own, over one store and the real file system, while one of them
 * changes directories and another resets: as a server with threads uses it. For ThreadSanitizer too
 * (make -C tests/unit CC=clang TSAN=1). Works in a new folder under TMPDIR.
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

#include "src/core/view.h"
#include "tests/unit/unit.h"

#define THREADS     8
#define DIRECTORIES 24
#define ROUNDS      1500
#define SIZE        FSC_STORE_SIZE_MIN

/* At an odd state there is "x" beside "a" and "b". Begun before it is reached, done after. */
static _Atomic unsigned begun[DIRECTORIES], done[DIRECTORIES];
static atomic_bool over;
static fsc_store *store;
static fsc_policy *policy;
static fsc_config config;
static char top[256];

typedef struct worker {
	pthread_t thread;
	unsigned  random;
	unsigned  wrong, answered;
	uint64_t  shared;
} worker;

static unsigned dice(unsigned *random, unsigned sides)
{
	*random = *random * 1103515245 + 12345;
	return *random / 65536 % sides;
}

static size_t path_of(char *path, size_t size, unsigned d, const char *name)
{
	return (size_t) snprintf(path, size, "%s/%u%s%s", top, d, *name ? "/" : "", name);
}

static bool may_be(unsigned low, unsigned high, bool odd)
{
	return high > low || (low % 2 == 1) == odd;
}

static void ask(worker *me, fsc_view *view)
{
	unsigned d = dice(&me->random, DIRECTORIES), low, high;
	char path[512];
	fsc_snapshot *listing = NULL;
	size_t length = path_of(path, sizeof path, d, "");

	fsc_request_start(view);
	low = atomic_load(&done[d]);
	if (fsc_list(view, path, length, &listing).answer == FSC_YES) {
		unsigned count = fsc_snapshot_count(listing);

		high = atomic_load(&begun[d]);
		me->wrong += count < 4 || count > 5 || !may_be(low, high, count == 5);
		me->answered++;
		fsc_snapshot_release(listing);
	}
	length = path_of(path, sizeof path, d, "a");
	me->wrong += fsc_ask(view, path, length, FSC_WANT_FILE).answer == FSC_NO;
	me->wrong += fsc_ask(view, path, length, FSC_WANT_EXISTS).answer == FSC_ABSENT;
}

static void *work(void *context)
{
	worker *me = context;

	/* A view for each twentieth of the rounds: new threads come all the time. */
	for (int i = 0; i < 20; i++) {
		fsc_view *view = fsc_view_create(&config, policy);

		fsc_view_share(view, store, 0, FSC_STORE_NOBODY);
		for (int k = 0; k < ROUNDS / 20; k++) {
			ask(me, view);
		}
		me->shared += fsc_view_counters(view)->shared_hits;
		fsc_view_destroy(view);
	}
	return NULL;
}

static void *change(void *context)
{
	unsigned random = 99;
	char path[512];

	(void) context;
	while (!atomic_load(&over)) {
		unsigned d = dice(&random, DIRECTORIES / 3); /* the others are left alone */
		unsigned state = atomic_load(&done[d]) + 1;
		struct timespec pause = { 0, 3000000 };

		path_of(path, sizeof path, d, "x");
		atomic_store(&begun[d], state);
		if (state % 2) {
			close(open(path, O_CREAT | O_WRONLY, 0644));
		} else {
			unlink(path);
		}
		atomic_store(&done[d], state);
		if (dice(&random, 50) == 0) {
			fsc_store_reset(store);
		}
		nanosleep(&pause, NULL);
	}
	return NULL;
}

static void make_tree(void)
{
	static const char *const names[] = { "a", "b" };
	struct timespec pause = { 0, 100000000 };
	char path[512];

	for (unsigned d = 0; d < DIRECTORIES; d++) {
		path_of(path, sizeof path, d, "");
		mkdir(path, 0755);
		for (int i = 0; i < 2; i++) {
			path_of(path, sizeof path, d, names[i]);
			close(open(path, O_CREAT | O_WRONLY, 0644));
		}
	}
	nanosleep(&pause, NULL); /* until they may be kept */
}

static void remove_tree(void)
{
	static const char *const names[] = { "a", "b", "x" };
	char path[512];

	for (unsigned d = 0; d < DIRECTORIES; d++) {
		for (int i = 0; i < 3; i++) {
			path_of(path, sizeof path, d, names[i]);
			unlink(path);
		}
		path_of(path, sizeof path, d, "");
		rmdir(path);
	}
	rmdir(top);
}

TEST(threads_with_views_of_their_own_are_never_wrong)
{
	static const fsc_store_maker maker;
	worker workers[THREADS];
	pthread_t changer;
	void *memory = fsc_os_shm_create(SIZE);
	unsigned wrong = 0, answered = 0;
	uint64_t shared = 0;

	REQUIRE(memory && fsc_store_format(memory, SIZE, &maker));
	store = fsc_store_attach(memory, SIZE);
	memset(workers, 0, sizeof workers);
	pthread_create(&changer, NULL, change, NULL);
	for (unsigned i = 0; i < THREADS; i++) {
		workers[i].random = i + 1;
		pthread_create(&workers[i].thread, NULL, work, &workers[i]);
	}
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(workers[i].thread, NULL);
		wrong += workers[i].wrong;
		answered += workers[i].answered;
		shared += workers[i].shared;
	}
	atomic_store(&over, true);
	pthread_join(changer, NULL);
	CHECK_INT(wrong, 0);
	CHECK(answered > THREADS * ROUNDS / 2);
	CHECK(shared > 100);
	printf("# %u answered, %lu found in the store\n", answered, (unsigned long) shared);
	fsc_store_detach(store);
	fsc_os_shm_destroy(memory, SIZE);
}

int main(void)
{
	const char *bad, *tmp = getenv("TMPDIR");
	size_t length;

	snprintf(top, sizeof top, "%s/fastscan-views.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(top)) {
		perror(top);
		return 1;
	}
	fsc_os_init();
	policy = fsc_policy_create(NULL, &bad, &length);
	config = (fsc_config) { FSC_MODE_REQUEST, INT64_C(2000000000), 16 << 20, 65536, 1,
		FSC_SETTLE_AUTO, 0, true, true, 0, false, false };
	make_tree();
	RUN(threads_with_views_of_their_own_are_never_wrong);
	remove_tree();
	fsc_policy_destroy(policy);
	fsc_os_deinit();
	return unit_end();
}
