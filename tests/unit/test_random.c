/* SPDX-License-Identifier: MIT */
/*
 * test_random.c: random changes and random questions, the fake operating system as the judge.
 *
 * "We" change things and leave the mark that the glue would leave; "others" change things without
 * one. Every answer but PASS must be what the system would have said at some moment that the mode
 * allows: now in strict mode, since the request began (and within revalidate_freq) in request mode,
 * and so on. A truth that our own change made untrue is never allowed again, whatever the mode.
 *
 * In every second life helper threads ask ahead, at random instants; what happens while one is in
 * the middle of a call happens by hooks.
 *
 *	FSC_RANDOM_ROUNDS=500 FSC_RANDOM_SEED=7 out/test_random     longer, or one failing seed again
 */
#define _POSIX_C_SOURCE 200809L
#include "src/core/pool.h"
#include "tests/unit/core_fixture.h"
#include "tests/unit/fake_tree.h"
#include "tests/unit/unit.h"

#define ANSWERS   4
#define WANTS     4
#define MOST      400
#define HANDLES   3
#define LISTINGS  64  /* remembered texts of one directory */
#define FOREVER   INT64_MAX

/* ---- the world ---- */

static uint64_t seed_now;

static unsigned dice(unsigned sides)
{
	seed_now ^= seed_now << 13;
	seed_now ^= seed_now >> 7;
	seed_now ^= seed_now << 17;
	return (unsigned) (seed_now >> 11) % sides;
}

/* A place on the time line: steps order what no clock tells apart. */
typedef struct moment {
	int64_t ns;
	long    step;
} moment;

typedef struct asked {
	char   path[64];
	/* when this was last true; FOREVER: now; ns < 0: never, or undone by us */
	moment until[WANTS][ANSWERS];
	uint8_t now[WANTS];
	const fake_inode *dir;        /* what the path's directory is */
	moment moved;                 /* when others made it lead elsewhere */
	bool   fresh;                 /* not looked at yet */
} asked;

typedef struct seen_listing {
	char   text[160];
	moment until;
} seen_listing;

/* A text about a path (its listing, its real path) and those it was before. */
typedef struct watched {
	char         path[64];
	const char *(*truth)(const char *path);
	seen_listing texts[LISTINGS];
	unsigned     count;
	const fake_inode *dir;
	moment       moved;
} watched;

static asked universe[MOST];
static unsigned universe_size;
static watched lists[MOST];
static unsigned list_count;
static watched reals[MOST];
static unsigned real_count;
static moment others_redirected; /* when others last did something other than add a file */
static long step_now;
static unsigned long answered, hits, listed, resolved; /* so that a test of nothing is noticed */
static unsigned long had_ahead;
static bool threaded; /* this life has helper threads */
static int64_t attributes_cached_ns;
static int mounts_left; /* the fake has so many */
static moment request_began, all_checked; /* the latter: everything re-checks since then */

static const fsc_want wants[WANTS] = {
	FSC_WANT_DIR, FSC_WANT_FILE, FSC_WANT_LINK, FSC_WANT_EXISTS};
static const char *const names[] = {"a", "b", "C", "dd"};
static const char *const tops[] = {"/w", "/w/a", "/w/b", "/w/a/a", "/w/a/b", "/w/b/a", "/w/C",
	"/w/dd", "/w/a/a/b", "/n", "/n/a", "/n/b", "/f", "/f/a", "/w/a/../b", "/w/b/..", ".", "..",
	"a", "a/b", "../a", "/v", "/v/a"};

static moment moment_now(void)
{
	return (moment){fake_monotonic_now_ns, step_now};
}

static void add_question(const char *path)
{
	asked *q = &universe[universe_size++];

	memset(q, 0, sizeof *q);
	snprintf(q->path, sizeof q->path, "%s", path);
	q->fresh = true;
}

static void add_watched(watched *w, const char *path, const char *(*truth)(const char *))
{
	memset(w, 0, sizeof *w);
	snprintf(w->path, sizeof w->path, "%s", path);
	w->truth = truth;
	w->moved.ns = -1;
}

/* Where a path really leads, "(none)" if nowhere. */
static const char *true_realpath(const char *path)
{
	static char text[256];
	char *from = text + sizeof text - 1;
	fake_who who = fake_effective();
	fake_place at;

	*from = '\0';
	if (fake_walk(path, true, &who, &at) != FSC_OS_OK) {
		return "(none)";
	}
	for (;;) {
		fake_entry *entry;

		while (at.inode == fake_file_systems[at.inode->fs].root) {
			if (fake_mount_table[at.mount].parent < 0) {
				return *from ? from : "/";
			}
			if (!fake_mount_table[at.mount].point) {
				return "(none)";
			}
			at.inode = fake_mount_table[at.mount].point;
			at.mount = fake_mount_table[at.mount].parent;
		}
		if (at.inode->type != FSC_TYPE_DIR || at.inode->links == 0) {
			return "(none)"; /* files have no way up here: only directories are compared */
		}
		for (entry = at.inode->parent->entries; entry && entry->inode != at.inode;
			entry = entry->hh.next) {
		}
		if (!entry) {
			return "(none)";
		}
		from -= entry->length + 1;
		*from = '/';
		memcpy(from + 1, entry->name, entry->length);
		at.inode = at.inode->parent;
	}
}

static void universe_make(void)
{
	char path[64];

	universe_size = list_count = real_count = 0;
	for (unsigned i = 0; i < sizeof tops / sizeof *tops; i++) {
		add_question(tops[i]);
		add_watched(&lists[list_count++], tops[i], fx_true_list);
		add_watched(&reals[real_count++], tops[i], true_realpath);
		for (unsigned k = 0; k < 4; k++) {
			snprintf(path, sizeof path, "%s/%s", tops[i], names[k]);
			add_question(path);
		}
		snprintf(path, sizeof path, "%s/%s/", tops[i], names[dice(4)]);
		add_question(path);
		snprintf(path, sizeof path, "%s/%s", tops[i], dice(2) ? "A" : ".x");
		add_question(path);
		snprintf(path, sizeof path, "%s/no/such", tops[i]);
		add_question(path);
	}
}

/* ---- the history of the truth ---- */

static bool still(const moment *m)
{
	return m->ns == FOREVER;
}

/* Identity of the directory that a path, or its dirname, leads to; NULL: none. */
static const fake_inode *directory_of(const char *path, bool itself)
{
	char parent[64];
	fake_who who = fake_effective();
	size_t length = strlen(path);
	fake_place at;

	if (!itself) {
		length = fsc_path_name_at(path, fsc_path_trim(path, length));
	}
	snprintf(parent, sizeof parent, "%.*s", (int) length, path);
	return fake_walk(length ? parent : ".", true, &who, &at) == FSC_OS_OK ? at.inode : NULL;
}

/*
 * Our own change makes an answer untrue at once, except one that was had through a path before
 * others redirected it unseen. False: it stays as it is.
 */
static bool undone_by_us(moment *until, const moment *moved)
{
	if (moved->ns >= 0 && still(until)) {
		*until = *moved; /* of the former directory it may have been true as well */
	}
	return moved->ns < 0 || until->step > moved->step;
}

static void truth_of_question(asked *q, moment then, bool ours, bool all)
{
	const fake_inode *dir = directory_of(q->path, false);

	if (all) {
		q->moved.ns = -1;
	} else if (!ours && dir != q->dir) {
		q->moved = then;
	}
	q->dir = dir;
	for (unsigned w = 0; w < WANTS; w++) {
		fsc_answer now = fx_truth(q->path, wants[w]);

		if (!q->fresh && now == q->now[w]) {
			continue;
		}
		for (unsigned a = 0; a < ANSWERS; a++) {
			if (q->fresh || (ours && undone_by_us(&q->until[w][a], &q->moved))) {
				q->until[w][a].ns = -1;
			} else if (still(&q->until[w][a])) {
				q->until[w][a] = then;
			}
		}
		q->until[w][now].ns = FOREVER;
		q->now[w] = (uint8_t) now;
	}
	q->fresh = false;
}

static void truth_of_text(watched *l, moment then, bool ours, bool all)
{
	const char *now = l->truth(l->path);
	const fake_inode *dir = directory_of(l->path, true);
	unsigned kept = 0;

	if (all) {
		l->moved.ns = -1;
	} else if (!ours && dir != l->dir) {
		l->moved = then;
	}
	l->dir = dir;
	if (l->count && strcmp(l->texts[l->count - 1].text, now) == 0) {
		return;
	}
	for (unsigned i = 0; i < l->count; i++) {
		if (!(ours && undone_by_us(&l->texts[i].until, &l->moved))) {
			l->texts[kept++] = l->texts[i];
		}
	}
	if (kept && still(&l->texts[kept - 1].until)) {
		l->texts[kept - 1].until = then;
	}
	if (kept == LISTINGS) {
		memmove(l->texts, l->texts + 1, sizeof l->texts - sizeof *l->texts);
		kept--;
	}
	snprintf(l->texts[kept].text, sizeof l->texts[0].text, "%s", now);
	l->texts[kept].until.ns = FOREVER;
	l->count = kept + 1;
}

/* ---- handles that wait for their first read ---- */

typedef struct waiting {
	fsc_dir    *dir; /* NULL: none */
	watched    *list;
	fake_inode *inode;
	char        texts[LISTINGS][160];
	unsigned    count;
	long        opened; /* step */
} waiting;

static waiting handles[HANDLES];

/* A relative one goes by the absolute path it had, which others may have redirected. */
static bool leads_there(const waiting *h)
{
	return (h->list->path[0] == '/' || others_redirected.step < h->opened) &&
		directory_of(h->list->path, true) == h->inode;
}

static void handle_text(waiting *h, const char *text)
{
	for (unsigned i = 0; i < h->count; i++) {
		if (strcmp(h->texts[i], text) == 0) {
			return;
		}
	}
	snprintf(h->texts[h->count++ % LISTINGS], sizeof h->texts[0], "%s", text);
	h->count = h->count > LISTINGS ? LISTINGS : h->count;
}

static const char *text_of_inode(const fake_inode *inode)
{
	static char text[160];
	size_t used = inode->links ? (size_t) snprintf(text, sizeof text, ". ..") : 0;

	text[used] = '\0';
	for (const fake_entry *entry = inode->entries; entry && used < sizeof text;
		entry = entry->hh.next) {
		used += (size_t) snprintf(text + used, sizeof text - used, " %s", entry->name);
	}
	return text;
}

static void handles_update(bool ours)
{
	for (unsigned i = 0; i < HANDLES; i++) {
		waiting *h = &handles[i];

		if (!h->dir) {
			continue;
		}
		if (ours && strcmp(h->texts[h->count - 1], text_of_inode(h->inode)) != 0 &&
			leads_there(h)) {
			h->count = 0;
		}
		handle_text(h, text_of_inode(h->inode));
	}
}

/* ---- the history again ---- */

/* Look at everything again: what changed was done by us, or by others just before `then`. */
static void truth_update(bool ours, bool all)
{
	moment then = moment_now();

	if (all) {
		all_checked = then;
	}
	for (unsigned i = 0; i < universe_size; i++) {
		truth_of_question(&universe[i], then, ours, all);
	}
	for (unsigned i = 0; i < list_count; i++) {
		truth_of_text(&lists[i], then, ours, all);
	}
	for (unsigned i = 0; i < real_count; i++) {
		truth_of_text(&reals[i], then, ours, all);
	}
	handles_update(ours);
}

static bool not_before(const moment *until, const moment *limit, int64_t slack)
{
	return until->step >= limit->step || until->ns + slack > limit->ns;
}

/* Did something last until a moment that the mode still allows? */
static bool allowed(const moment *until, int64_t slack)
{
	int64_t age = fake_monotonic_now_ns - until->ns;
	bool timely = fx_config.revalidate_ns == 0 ||
		age <= fx_config.revalidate_ns + 2 * fake_tick_now_ns + slack;

	if (still(until)) {
		return true;
	}
	if (until->ns < 0 || !not_before(until, &all_checked, slack)) {
		return false;
	}
	switch (fx_config.mode) {
	case FSC_MODE_STRICT:
		return slack > 0 && age <= slack;
	case FSC_MODE_REQUEST:
		return timely && not_before(until, &request_began, slack);
	case FSC_MODE_INTERVAL:
		return timely && (fx_config.revalidate_ns || not_before(until, &request_began, slack));
	case FSC_MODE_NEVER:
		break;
	}
	return true;
}

/* ---- changes ---- */

static void random_path(char *path, size_t size)
{
	const char *top = tops[dice(sizeof tops / sizeof *tops)];

	snprintf(path, size, "%s/%s", top, names[dice(4)]);
}

enum change { MADE_NOTHING, MADE_ENTRY, MADE_REDIRECTION };

/* A client knows of its own changes: attributes of what it changed are no longer cached. */
static void uncache(const char *path)
{
	char parent[64];
	fake_place at;

	snprintf(parent, sizeof parent, "%.*s", (int) fsc_path_name_at(path, strlen(path)), path);
	if (fake_walk(parent, true, NULL, &at) == FSC_OS_OK) {
		at.inode->cached_until_ns = 0;
	}
	if (fake_walk(path, true, NULL, &at) == FSC_OS_OK) {
		at.inode->cached_until_ns = 0;
	}
}

static enum change random_rename(char *path)
{
	char to[64];
	fake_place at;

	random_path(to, sizeof to); /* what it replaces may be a link */
	if (fake_walk(path, false, NULL, &at) != FSC_OS_OK || !directory_of(to, false) ||
		!fake_rename(path, to)) {
		return MADE_NOTHING;
	}
	uncache(to);
	return MADE_REDIRECTION;
}

/* One change at *path; what the glue has to mark for it. */
static enum change random_change(char *path, size_t size)
{
	static const char *const targets[] = {"a", "/w/b", "../b", "/n/a", "/w/a", "nowhere", "/f/b",
		"."};

	random_path(path, size);
	if (!directory_of(path, false)) {
		return MADE_NOTHING; /* the fake would make the folders as well, unmarked */
	}
	switch (dice(12)) {
	case 0:
	case 1:
	case 2:
		return fake_create(path) ? MADE_ENTRY : MADE_NOTHING;
	case 3:
	case 4:
	case 5:
		return fake_mkdir(path) ? MADE_ENTRY : MADE_NOTHING;
	case 6:
		return fx_truth(path, FSC_WANT_LINK) != FSC_YES && fake_unlink(path) ? MADE_ENTRY
			: fake_unlink(path) ? MADE_REDIRECTION : MADE_NOTHING;
	case 7:
		return fake_rmdir(path) ? MADE_REDIRECTION : MADE_NOTHING;
	case 8:
		return fake_symlink(targets[dice(8)], path) ? MADE_REDIRECTION : MADE_NOTHING;
	case 9:
		return random_rename(path);
	case 10:
		return fake_chmod(path, dice(3) ? 0755 : dice(2) ? 0311 : 0644) ? MADE_REDIRECTION
			: MADE_NOTHING;
	default:
		return fake_touch(path, fake_realtime_now_ns - dice(3) * INT64_C(1000000000))
			? MADE_ENTRY : MADE_NOTHING;
	}
}

static bool telling; /* one seed only: every step */

static void tell(const char *who, const char *what, int how)
{
	if (telling) {
		printf("# %ld at %lld ms: %s %s %d\n", step_now,
			(long long) (fake_monotonic_now_ns / 1000000), who, what, how);
	}
}

static void change_by_us(void)
{
	char path[64];
	enum change change;

	fsc_dirs_pin(fx_view);
	change = random_change(path, sizeof path);
	uncache(path);
	tell("we", path, change);
	if (change == MADE_REDIRECTION) {
		fsc_mark_everything(fx_view);
	} else {
		fsc_mark_parent(fx_view, path, strlen(path)); /* failed calls mark as well */
	}
	truth_update(true, change == MADE_REDIRECTION);
}

static void change_by_others(void)
{
	char path[64];

	enum change change = random_change(path, sizeof path);

	tell("others", path, change);
	if (change == MADE_REDIRECTION) {
		others_redirected = moment_now();
	}
	truth_update(false, false);
}

/* ---- helper threads ---- */

static void change_in_mid_errand(void *context)
{
	(void) context;
	if (dice(2)) {
		change_by_others();
	} else {
		change_by_us();
	}
}

static bool step(void *pool)
{
	return fsc_pool_step(pool);
}

/* They work for a while; now and then something is changed while one is half way through. */
static void threads_work(void)
{
	static const fake_call calls[] = {FAKE_STAT, FAKE_STAT_FD, FAKE_OPEN_DIR, FAKE_READ_DIR,
		FAKE_ACCESS, FAKE_OPEN_PATH};
	fake_call call = calls[dice(6)];

	if (threaded && dice(3)) {
		bool disturbed = dice(4) == 0;

		if (disturbed) {
			(dice(2) ? fake_before : fake_after)(call, 1 + dice(2), change_in_mid_errand, NULL);
		}
		tell("threads", "", (int) fake_threads_run(dice(2) ? 1 : 50));
		if (disturbed) {
			fake_before(call, 0, NULL, NULL);
			fake_after(call, 0, NULL, NULL);
		}
	}
}

static void name_script(void)
{
	static const char *const scripts[] = {"/w/index.php", "/n/a/index.php", "/nowhere/x.php"};
	const char *script = scripts[dice(3)];

	if (threaded && dice(5)) {
		fsc_request_script(fx_view, script, strlen(script), 0, 0);
	}
}

/* ---- questions ---- */

static void trace(const char *what, const char *path, int got, int want)
{
	printf("# seed %llu step %ld mode %d: %s %s says %d (%d), now %d\n",
		(unsigned long long) seed_now, step_now, fx_config.mode, what, path, got, fx_reply.how,
		want);
}

/*
 * How long a plain stat may be behind where the fake caches attributes. Paths lead from one file
 * system to another, so all have it; but absence on FUSE is never taken from a cache.
 */
static int64_t slack_of(const char *path, fsc_answer answer)
{
	const fake_inode *dir = directory_of(path, false);

	if (answer == FSC_ABSENT && dir &&
		strncmp(fake_file_systems[dir->fs].type, "fuse", 4) == 0) {
		return 0;
	}
	return attributes_cached_ns;
}

static bool ask_something(void)
{
	asked *q = &universe[dice(universe_size)];
	unsigned w = dice(WANTS), calls;
	fsc_answer got;

	fake_calls_clear();
	got = fx_ask(q->path, wants[w]);
	tell("ask", q->path, got);
	calls = fake_system_calls() - fake_calls(FAKE_CREDS) * (1 + fx_view->strict_count);
	if (got == FSC_PASS) {
		return true;
	}
	answered++;
	hits += fx_reply.how == FSC_HOW_HIT;
	if (fx_config.verify_percent == 100 && got != (fsc_answer) q->now[w]) {
		trace("verified", q->path, got, q->now[w]);
		return false;
	}
	if (!allowed(&q->until[w][got], slack_of(q->path, got))) {
		trace("ask", q->path, got, q->now[w]);
		printf("# true until step %ld, %lld ms; slack %lld ms\n", q->until[w][got].step,
			(long long) (q->until[w][got].ns / 1000000),
			(long long) (slack_of(q->path, got) / 1000000));
		return false;
	}
	if (fx_reply.how == FSC_HOW_HIT && fx_config.verify_percent == 0 && calls > 0) {
		trace("a hit with system calls:", q->path, (int) calls, 0);
		return false;
	}
	return true;
}

static bool list_is_allowed(const watched *l, const char *got)
{
	for (unsigned i = 0; i < l->count; i++) {
		if (strcmp(l->texts[i].text, got) == 0 && allowed(&l->texts[i].until, 0)) {
			return true;
		}
	}
	printf("# got \"%s\" of %s, now \"%s\"\n", got, l->path, l->texts[l->count - 1].text);
	return false;
}

static bool list_something(void)
{
	watched *l = &lists[dice(list_count)];
	const char *got;
	fsc_dir *dir;

	if (dice(2)) {
		got = fx_list(l->path);
		if (fx_reply.answer != FSC_YES) {
			return true;
		}
	} else {
		dir = fx_open(l->path);
		if (!dir) {
			return true;
		}
		got = fx_read_all(dir);
		fsc_dir_close(dir);
	}
	tell("list", l->path, 0);
	listed++;
	if (!list_is_allowed(l, got)) {
		trace("list", l->path, 0, 0);
		return false;
	}
	return true;
}

/* As a recursive scan does: what the listing calls a directory is listed next. */
static bool walk(const char *path, unsigned depth)
{
	watched *l = NULL;
	char names_now[FX_TEXT], *save = NULL, *name;
	bool good = true;

	for (unsigned i = 0; i < list_count && !l; i++) {
		l = strcmp(lists[i].path, path) == 0 ? &lists[i] : NULL;
	}
	snprintf(names_now, sizeof names_now, "%s", fx_list(path));
	if (fx_reply.answer != FSC_YES) {
		return true;
	}
	tell("walk", path, fx_reply.how);
	if (l && !list_is_allowed(l, names_now)) {
		trace("walk", path, 0, 0);
		return false;
	}
	for (name = strtok_r(names_now, " ", &save); name && good && depth > 0;
		name = strtok_r(NULL, " ", &save)) {
		char below[64];

		snprintf(below, sizeof below, "%s/%s", path, name);
		if (name[0] != '.' && fx_truth(below, FSC_WANT_DIR) == FSC_YES) {
			threads_work();
			good = walk(below, depth - 1);
		}
	}
	return good;
}

static bool open_something(void)
{
	waiting *h = &handles[dice(HANDLES)];
	watched *l = &lists[dice(list_count)];

	if (h->dir) {
		return true;
	}
	h->dir = fx_open(l->path);
	if (!h->dir) {
		return true;
	}
	tell("open", l->path, fsc_dir_holds_descriptor(h->dir));
	h->list = l;
	h->opened = step_now;
	h->count = 0;
	/* By identity, since the path may have been redirected unseen; else give it up. */
	h->inode = (fake_inode *) (uintptr_t) directory_of(l->path, true);
	if (!h->inode || l->moved.ns >= 0) {
		fsc_dir_close(h->dir);
		h->dir = NULL;
		return true;
	}
	fake_hold(h->inode);
	for (unsigned i = 0; i < l->count; i++) {
		if (allowed(&l->texts[i].until, 0)) {
			handle_text(h, l->texts[i].text);
		}
	}
	handle_text(h, text_of_inode(h->inode));
	return true;
}

static bool close_handle(waiting *h, bool check)
{
	const char *got = check ? fx_read_all(h->dir) : "";
	bool good = !check;

	for (unsigned i = 0; i < h->count && check; i++) {
		good |= strcmp(got, h->texts[i]) == 0;
	}
	tell("read", h->list->path, fsc_dir_holds_descriptor(h->dir));
	if (!good) {
		printf("# got \"%s\", now \"%s\"\n", got, text_of_inode(h->inode));
		trace("handle", h->list->path, 0, 0);
	}
	fsc_dir_close(h->dir);
	h->dir = NULL;
	fake_let_go(h->inode);
	return good;
}

static bool read_something(void)
{
	waiting *h = &handles[dice(HANDLES)];

	return !h->dir || close_handle(h, true);
}

static bool resolve_something(void)
{
	watched *r = &reals[dice(real_count)];
	char got[FSC_PATH_MAX + 1];
	size_t length;

	fx_reply = fsc_realpath(fx_view, r->path, strlen(r->path), got, sizeof got, &length);
	tell("realpath", r->path, fx_reply.answer);
	/* Each component is as old as the period, but they need not be of one moment. */
	if (fx_reply.answer != FSC_YES || allowed(&others_redirected, attributes_cached_ns)) {
		return true;
	}
	if (strcmp(r->texts[r->count - 1].text, "(none)") == 0 &&
		fx_truth(r->path, FSC_WANT_DIR) != FSC_YES) {
		return true; /* a file */
	}
	resolved++;
	if (!list_is_allowed(r, got)) {
		trace("realpath", r->path, 0, 0);
		return false;
	}
	return true;
}

/* ---- a life ---- */

static void pass_time(void)
{
	static const int64_t spans[] = {0, 1, 3, 5, 20, 100, 900, 4000, 70000};

	fake_advance_ms(spans[dice(9)]);
}

static void begin_request(void)
{
	fx_request();
	if (dice(3) == 0) {
		fsc_strict_directory(fx_view, tops[dice(14)], dice(2));
	}
	if (dice(8) == 0) {
		fsc_dirs_shared(fx_view);
	}
	name_script();
	request_began = moment_now();
	tell("request", "", 0);
}

static bool change_directory(void)
{
	static const char *const homes[] = {"/w", "/w/a", "/w/b", "/", "/n"};
	const char *to = homes[dice(5)];

	tell("chdir", to, 0);
	if (fake_chdir(to)) {
		fsc_cwd_changed(fx_view);
		truth_update(true, false);
	}
	return true;
}

/* Others mount something over a directory, or take it away again. */
static void mount_by_others(void)
{
	static const char *const points[] = {"/w/b", "/w/a/a", "/n"};
	const char *point = points[dice(3)];

	if (mounts_left > 0 && (dice(2) || !fake_umount(point))) {
		int fs = fx_truth(point, FSC_WANT_DIR) == FSC_YES ? fake_mount(point, "tmpfs", "") : -1;

		mounts_left--;
		if (fs >= 0 && dice(2)) {
			char path[64];

			snprintf(path, sizeof path, "%s/%s", point, names[dice(4)]);
			fake_create(path);
		}
	}
	tell("others mount", point, mounts_left);
	others_redirected = moment_now();
	truth_update(false, false);
}

static bool random_step(void)
{
	unsigned what = dice(100);
	uint32_t uid = 0;

	step_now++;
	threads_work();
	if (what < 48) {
		return ask_something();
	}
	if (what < 50) {
		return walk(tops[dice(sizeof tops / sizeof *tops)], 4);
	}
	if (what < 58) {
		return list_something();
	}
	if (what < 61) {
		return open_something();
	}
	if (what < 64) {
		return read_something();
	}
	if (what < 68) {
		return resolve_something();
	}
	if (what < 76) {
		change_by_us();
	} else if (what < 83) {
		change_by_others();
	} else if (what < 84) {
		mount_by_others();
	} else if (what < 91) {
		pass_time();
	} else if (what < 96) {
		begin_request();
	} else if (what < 97) {
		return change_directory();
	} else if (what < 98) {
		uid = dice(2) * 1000;
		tell("ids", "", (int) uid);
		fake_set_ids(uid, uid, uid, uid);
		fsc_identity_changed(fx_view);
		truth_update(true, true);
	} else if (what < 99) {
		fsc_mark_everything(fx_view);
		truth_update(true, true);
	} else {
		fsc_view_reset(fx_view);
		truth_update(true, true);
	}
	return true;
}

static void furnish(bool quirks)
{
	int nfs = fake_mount("/n", "nfs4", "rw"), fuse;

	attributes_cached_ns = 0;
	fuse = fake_mount("/f", "fuse.latfs", "rw");
	fake_mkdir("/w/a/a");
	fake_create("/w/b/C");
	fake_create("/n/a/b");
	fake_create("/f/a/b");
	fake_symlink("/w/a", "/v");
	fake_fs_skew_ns(nfs, ((int64_t) dice(5) - 2) * INT64_C(20000000000));
	if (quirks) {
		fake_fs_granularity_ns(dice(2) ? 0 : nfs, INT64_C(1000000000));
		fake_fs_untyped(dice(2) ? 0 : nfs, true);
		attributes_cached_ns = INT64_C(1000000000);
		fake_fs_attribute_cache_ms(fuse, 1000);
		fake_fs_attribute_cache_ms(nfs, 1000);
		fake_fs_multigrain(0, dice(2));
		fake_fs_ignores_case(fuse, dice(2));
	}
	fake_chdir("/w");
}

static bool random_life(uint64_t seed, fsc_mode mode, unsigned steps)
{
	bool good = true;

	seed_now = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
	step_now = 0;
	others_redirected.ns = -1;
	memset(handles, 0, sizeof handles);
	fx_begin_trusting(mode, "+fuse.latfs");
	if (dice(4) == 0) {
		fake_set_features(FSC_OS_VERSIONS | FSC_OS_MOUNT_EVENTS | FSC_OS_FD_ACCESS);
		fsc_identity_changed(fx_view);
	}
	mounts_left = 20;
	fx_config.min_uses = 1 + dice(3);
	fx_config.cache_bytes = dice(4) ? 1 << 20 : 6000 + dice(8000);
	fx_config.max_entries = dice(8) ? 1000 : 4;
	fx_config.revalidate_ns = dice(3) ? INT64_C(2000000000) : 0;
	fx_config.verify_percent = dice(6) ? 0 : 100;
	threaded = seed % 2 == 0;
	fake_set_threads(threaded ? step : NULL);
	fx_config.prefetch_threads = threaded ? 2 : 0;
	fx_config.prefetch_local = dice(4);
	fx_config.warm_includes = true;
	fx_configure();
	furnish(dice(2));
	universe_make();
	truth_update(true, true);
	begin_request();
	for (unsigned i = 0; i < steps && good; i++) {
		good = random_step() && (i % 64 || fx_is_consistent());
	}
	had_ahead += fsc_view_counters(fx_view)->prefetch_used;
	if (fsc_view_counters(fx_view)->verify_mismatch) {
		trace("mismatches", "", (int) fsc_view_counters(fx_view)->verify_mismatch, 0);
		good = false;
	}
	for (unsigned i = 0; i < HANDLES; i++) {
		if (handles[i].dir) {
			close_handle(&handles[i], false);
		}
	}
	if (!good) {
		printf("# FSC_RANDOM_SEED=%llu\n", (unsigned long long) seed);
	}
	return fx_end() && good;
}

static unsigned long setting(const char *name, unsigned long usual)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 10) : usual;
}

static void lives(fsc_mode mode)
{
	unsigned long rounds = setting("FSC_RANDOM_ROUNDS", 8), one = setting("FSC_RANDOM_SEED", 0);
	unsigned bad = 0;

	telling = one != 0;
	answered = hits = listed = resolved = had_ahead = 0;
	for (uint64_t seed = 1; seed <= rounds && bad < 3; seed++) {
		bad += !random_life(one ? one : seed, mode, 2000);
		if (one) {
			break;
		}
	}
	CHECK_INT(bad, 0);
	printf("# %lu answers, %lu of them hits; %lu listings, %lu real paths; %lu had ahead\n",
		answered, hits, listed, resolved, had_ahead);
	CHECK(rounds < 8 || mode == FSC_MODE_STRICT || had_ahead > rounds);
	CHECK(one || listed > rounds * 40);
	CHECK(one || answered > rounds * (mode == FSC_MODE_STRICT ? 10 : 150));
	CHECK(one || mode == FSC_MODE_STRICT || (hits > rounds * 30 && resolved > rounds * 4));
}

TEST(strict_answers_are_true_now)
{
	lives(FSC_MODE_STRICT);
}

TEST(request_answers_are_no_older_than_the_request)
{
	lives(FSC_MODE_REQUEST);
}

TEST(interval_answers_are_no_older_than_the_interval)
{
	lives(FSC_MODE_INTERVAL);
}

TEST(never_answers_still_know_of_own_changes)
{
	lives(FSC_MODE_NEVER);
}

int main(void)
{
	RUN(strict_answers_are_true_now);
	RUN(request_answers_are_no_older_than_the_request);
	RUN(interval_answers_are_no_older_than_the_interval);
	RUN(never_answers_still_know_of_own_changes);
	return unit_end();
}
