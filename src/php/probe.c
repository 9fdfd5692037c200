/* SPDX-License-Identifier: MIT */
/*
 * probe.c: fastscan_probe(): does a directory's version move on this mount exactly when its names
 * change?
 *
 * Found out by doing, in a folder of its own, with PHP's own functions: their checks
 * (open_basedir, disable_functions) hold and the changes are noted like a script's. Before each
 * step the newest time grows older than the settling window, since two changes within one clock
 * tick look alike on any file system. The versions are read from the system, never from the cache.
 */
#include "src/php/glue.h"

#include "src/core/version.h"
#include "src/platform/platform.h"

#ifdef PHP_WIN32
# include "win32/time.h" /* usleep */
#endif

typedef struct probe {
	char           folder[MAXPATHLEN];
	fsc_fs_info    mount;
	fsc_fs_verdict verdict;
	int64_t        window_ns;
	fsc_version    version; /* after the last step */
	const char    *error;   /* static; why it could not go on */
} probe;

/* A call of `function`: a path in the folder, then a second path, a text, a number or nothing. */
typedef struct step {
	const char *name;
	const char *function;
	const char *path;
	const char *second_path;
	const char *text;
	zend_long   number; /* with neither of them; -1: no second argument */
	bool        moves;  /* must the folder's version be another one afterwards? */
} step;

static const step steps[] = {
	{ "add file",                "file_put_contents", "/file", NULL, "", -1, true },
	{ "add directory",           "mkdir", "/folder", NULL, NULL, 0700, true },
	{ "write file",              "file_put_contents", "/file", NULL, "text", -1, false },
	{ "add in subdirectory",     "file_put_contents", "/folder/file", NULL, "", -1, false },
	{ "rename",                  "rename", "/file", "/other", NULL, -1, true },
	{ "delete",                  "unlink", "/other", NULL, NULL, -1, true },
	{ "chmod",                   "chmod", "", NULL, NULL, 0750, true },
	{ "touch backwards",         "touch", "", NULL, NULL, 1000000000, true },
};

static const step tidying[] = {
	{ "", "unlink", "/file", NULL, NULL, -1, false },
	{ "", "unlink", "/other", NULL, NULL, -1, false },
	{ "", "unlink", "/folder/file", NULL, NULL, -1, false },
	{ "", "rmdir", "/folder", NULL, NULL, -1, false },
	{ "", "rmdir", "", NULL, NULL, -1, false },
};

static const step beginning = { "", "mkdir", "", NULL, NULL, 0700, true };

static void set_path(zval *out, const probe *p, const char *name)
{
	ZVAL_STR(out, strpprintf(0, "%s%s", p->folder, name));
}

/* Silent like "@". False if the function is not there, has failed or thrown. */
static bool do_step(const probe *p, const step *s)
{
	zval function, result, arguments[2];
	uint32_t count = 2;
	int reporting = EG(error_reporting);
	bool done;

	ZVAL_STRING(&function, s->function);
	set_path(&arguments[0], p, s->path);
	if (s->second_path) {
		set_path(&arguments[1], p, s->second_path);
	} else if (s->text) {
		ZVAL_STRING(&arguments[1], s->text);
	} else {
		ZVAL_LONG(&arguments[1], s->number);
		count = s->number < 0 ? 1 : 2;
	}
	ZVAL_UNDEF(&result);
	EG(error_reporting) = 0;
	done = call_user_function(NULL, NULL, &function, &result, count, arguments) == SUCCESS &&
		!EG(exception) && Z_TYPE(result) != IS_FALSE;
	EG(error_reporting) = reporting;
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&arguments[1]);
	zval_ptr_dtor(&arguments[0]);
	zval_ptr_dtor(&function);
	return done;
}

static bool read_version(probe *p)
{
	fsc_attr attr;

	if (fsc_os_stat(p->folder, FSC_STAT_SYNC, &attr) != FSC_OS_OK) {
		p->error = "the folder's times cannot be read";
		return false;
	}
	p->version = attr.version;
	return true;
}

static void wait_until_settled(const probe *p)
{
	const int64_t until = fsc_os_precise_ns() + p->window_ns + 2 * fsc_os_tick_ns();

	while (fsc_os_precise_ns() < until) {
		usleep(1000);
	}
}

/* Judged as the cache would, were the type trusted. */
static void set_window(probe *p)
{
	const fsc_fs_kind kind =
		p->verdict.kind == FSC_FS_UNTRUSTED ? FSC_FS_FUSE : p->verdict.kind;
	fsc_trust_facts facts = { 0 };

	facts.realtime_ns = fsc_os_realtime_ns();
	facts.monotonic_ns = fsc_os_monotonic_ns();
	facts.tick_ns = fsc_os_tick_ns();
	facts.settle_ns = FSC_SETTLE_AUTO;
	p->window_ns = fsc_version_window(&p->version, kind, &facts);
}

static bool look_at_mount(probe *p)
{
	const char *bad;
	size_t bad_length;
	fsc_policy *own = FSG(policy) ? NULL
		: fsc_policy_create(FSG(filesystems), &bad, &bad_length);
	fsc_policy *policy = own ? own : FSG(policy);
	bool known = false;
	int fd;

	if (policy && fsc_os_open_dir(p->folder, &fd) == FSC_OS_OK) {
		known = fsc_os_fs_info(fd, &p->mount) == FSC_OS_OK;
		fsc_os_close(fd);
	}
	if (known) {
		p->verdict = fsc_policy_judge(policy, &p->mount);
	} else {
		p->error = "the file system cannot be told";
	}
	fsc_policy_destroy(own);
	return known;
}

static bool begin(probe *p, const zend_string *directory)
{
	int length = snprintf(p->folder, sizeof p->folder, "%s/.fastscan-probe-%lx-%lx",
		ZSTR_VAL(directory), (unsigned long) time(NULL),
		(unsigned long) (fsc_os_precise_ns() & 0xffffffff));

	p->error = "no folder can be made there";
	if (length < 0 || (size_t) length >= sizeof p->folder - 64 || !do_step(p, &beginning)) {
		return false;
	}
	p->error = "";
	return read_version(p) && look_at_mount(p);
}

static void tidy(const probe *p)
{
	size_t i;

	for (i = 0; i < sizeof tidying / sizeof *tidying && !EG(exception); i++) {
		do_step(p, &tidying[i]);
	}
}

/* One row of "steps"; false if nothing more can be learned. */
static bool probe_step(probe *p, const step *s, zval *rows, bool *reliable, bool *exact)
{
	const fsc_version before = p->version;
	bool done, moved;
	zval row;

	set_window(p);
	wait_until_settled(p);
	done = do_step(p, s);
	if (EG(exception) || !read_version(p)) {
		return false;
	}
	moved = !fsc_version_equal(&before, &p->version);
	array_init_size(&row, 3);
	add_assoc_bool(&row, "done", done);
	add_assoc_bool(&row, "moved", moved);
	add_assoc_bool(&row, "expected", s->moves);
	add_assoc_zval(rows, s->name, &row);
	*reliable = *reliable && done && (moved || !s->moves);
	*exact = *exact && done && moved == s->moves;
	return true;
}

static void probe_all(probe *p, zval *return_value)
{
	bool reliable = true, exact = true;
	zval rows;
	size_t i;

	array_init(&rows);
	for (i = 0; i < sizeof steps / sizeof *steps; i++) {
		if (!probe_step(p, &steps[i], &rows, &reliable, &exact)) {
			reliable = exact = false;
			break;
		}
	}
	add_assoc_string(return_value, "filesystem", p->mount.type);
	add_assoc_bool(return_value, "trusted", p->verdict.kind != FSC_FS_UNTRUSTED);
	add_assoc_bool(return_value, "reliable", reliable);
	add_assoc_bool(return_value, "exact", exact);
	add_assoc_double(return_value, "window", (double) p->window_ns / 1e6);
	add_assoc_zval(return_value, "steps", &rows);
}

void php_fastscan_probe(const zend_string *directory, zval *return_value)
{
	probe *p = ecalloc(1, sizeof *p);

	array_init(return_value);
	p->error = "";
	if (begin(p, directory)) {
		probe_all(p, return_value);
	} else {
		add_assoc_bool(return_value, "reliable", false);
		add_assoc_bool(return_value, "exact", false);
	}
	add_assoc_string(return_value, "error", p->error);
	tidy(p);
	efree(p);
}
