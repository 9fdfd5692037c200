/* SPDX-License-Identifier: MIT */
/*
 * profile.c: wall time of the hooked functions, in the shape that XHProf's own code reads.
 *
 * One table of edges "caller==>function" for each thread, cleared at every request. A caller is
 * named as XHProf names it: "function", "Class::method", "{closure}", "main()" for the main
 * script's own code, "run_init::folder/file.php" for an included file's, "eval" for eval()'s.
 *
 * Invariant: time is counted once. A hooked function may run PHP code (a userland stream wrapper),
 * which may call hooked functions: an edge holds the time without those. A bailout leaves at most
 * a wrong `nested`, which no later call reads: each sets it before its own body.
 */
#include "src/php/glue.h"

#include "src/php/compat.h"
#include "src/platform/platform.h"

#include "ext/standard/php_var.h"
#include "zend_smart_str.h"

#define MAIN       "main()"
#define ARROW      "==>"
#define CALLER_MAX 512 /* longer names are cut: they are labels */
#define KEY_MAX    (CALLER_MAX + sizeof ARROW + 32)

typedef struct edge {
	size_t   caller_length; /* of the table's key; the function follows the arrow */
	uint64_t calls;
	uint64_t ns;
} edge;

typedef struct profile {
	HashTable edges;   /* persistent: key => edge */
	int64_t   begun;   /* precise clock; 0: nothing was timed in this request */
	uint64_t  nested;  /* time of the timed calls below the one that runs */
} profile;

/* ---- names ---- */

/* "folder/file.php": XHProf keeps one folder, since so many files are called index.php. */
static const char *short_name(const zend_string *file)
{
	const char *p = ZSTR_VAL(file) + ZSTR_LEN(file);
	int slashes = 0;

	while (p > ZSTR_VAL(file)) {
		if (IS_SLASH(p[-1]) && ++slashes == 2) {
			break;
		}
		p--;
	}
	return p;
}

static int name_top_level(const zend_execute_data *frame, char *out, size_t size)
{
	const zend_op_array *code = &frame->func->op_array;

	if (!frame->prev_execute_data || !frame->prev_execute_data->func) {
		return snprintf(out, size, MAIN);
	}
	if (code->type == ZEND_EVAL_CODE) {
		return snprintf(out, size, "eval");
	}
	return snprintf(out, size, "run_init::%s", short_name(code->filename));
}

/* "%s" stops at the NUL byte in the names of anonymous classes, as XHProf does. */
static int name_frame(const zend_execute_data *frame, char *out, size_t size)
{
	const zend_function *function = frame->func;

	if (!function->common.function_name) {
		return ZEND_USER_CODE(function->type) ? name_top_level(frame, out, size)
			: snprintf(out, size, MAIN);
	}
	if (function->common.scope) {
		return snprintf(out, size, "%s::%s", ZSTR_VAL(function->common.scope->name),
			ZSTR_VAL(function->common.function_name));
	}
	return snprintf(out, size, "%s", ZSTR_VAL(function->common.function_name));
}

/* Who called the function whose frame this is; returns the length. */
static size_t name_caller(const zend_execute_data *execute_data, char *out, size_t size)
{
	const zend_execute_data *frame = execute_data->prev_execute_data;
	int length;

	while (frame && !frame->func) {
		frame = frame->prev_execute_data;
	}
	length = frame ? name_frame(frame, out, size) : snprintf(out, size, MAIN);
	return length < 0 ? 0 : MIN((size_t) length, size - 1);
}

/* ---- collecting ---- */

static void free_edge(zval *entry)
{
	free(Z_PTR_P(entry));
}

static profile *acquire_profile(void)
{
	profile *p = FSG(profile_data);

	if (!p) {
		p = pecalloc(1, sizeof *p, 1);
		zend_hash_init(&p->edges, 64, NULL, free_edge, 1);
		FSG(profile_data) = p;
	}
	return p;
}

static void begin(profile *p)
{
	if (p->begun == 0) {
		p->begun = fsc_os_precise_ns();
	}
}

/* Must be called before the frame's function runs: its caller may be gone afterwards. */
static edge *acquire_edge(profile *p, const zend_execute_data *execute_data, const char *callee)
{
	char key[KEY_MAX];
	size_t caller = name_caller(execute_data, key, CALLER_MAX);
	size_t length = caller + (size_t) snprintf(key + caller, KEY_MAX - caller, ARROW "%s", callee);
	edge *found = zend_hash_str_find_ptr(&p->edges, key, length);

	if (!found) {
		edge fresh = { caller, 0, 0 };

		found = zend_hash_str_add_mem(&p->edges, key, length, &fresh, sizeof fresh);
	}
	return found;
}

void php_fastscan_profile_call(php_fastscan_function function, zif_handler body,
	INTERNAL_FUNCTION_PARAMETERS)
{
	profile *p = acquire_profile();
	edge *found = acquire_edge(p, execute_data, php_fastscan_function_name(function));
	uint64_t above = p->nested;
	uint64_t elapsed, own;
	int64_t start;

	begin(p);
	p->nested = 0;
	start = fsc_os_precise_ns();
	body(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	elapsed = (uint64_t) (fsc_os_precise_ns() - start);
	own = elapsed - MIN(p->nested, elapsed);
	p->nested = above + elapsed;

	found->calls++;
	found->ns += own;
	FSG(counts)[function].wt_ns += own;
}

/* ---- reporting ---- */

static void add_row(HashTable *rows, const char *key, size_t length, zend_long calls, zend_long us)
{
	zval row, *old = zend_hash_str_find(rows, key, length);
	zval *ct, *wt;

	if (!old) {
		array_init_size(&row, 2);
		add_assoc_long(&row, "ct", calls);
		add_assoc_long(&row, "wt", us);
		zend_hash_str_add_new(rows, key, length, &row);
		return;
	}
	ct = zend_hash_str_find(Z_ARRVAL_P(old), "ct", sizeof "ct" - 1);
	wt = zend_hash_str_find(Z_ARRVAL_P(old), "wt", sizeof "wt" - 1);
	Z_LVAL_P(ct) += calls;
	Z_LVAL_P(wt) += us;
}

/*
 * The edge itself and its share of "main()==>caller". Sums are made of what is printed, in whole
 * µs, so that the exclusive time that XHProf computes for a caller is 0 and not a rounding error
 * below it.
 */
static zend_long add_edge(HashTable *rows, const zend_string *key, const edge *e)
{
	char caller[sizeof MAIN ARROW + CALLER_MAX];
	zend_long us = (zend_long) ((e->ns + 500) / 1000);
	size_t prefix = sizeof MAIN ARROW - 1;

	add_row(rows, ZSTR_VAL(key), ZSTR_LEN(key), (zend_long) e->calls, us);
	if (e->caller_length != sizeof MAIN - 1 || memcmp(ZSTR_VAL(key), MAIN, sizeof MAIN - 1) != 0) {
		memcpy(caller, MAIN ARROW, prefix);
		memcpy(caller + prefix, ZSTR_VAL(key), e->caller_length);
		add_row(rows, caller, prefix + e->caller_length, (zend_long) e->calls, us);
	}
	return us;
}

void php_fastscan_profile_array(zval *return_value)
{
	profile *p = FSG(profile_data);
	zend_string *key;
	zend_long hooked = 0;
	zend_long whole;
	zval *entry;

	array_init(return_value);
	if (!p || p->begun == 0) {
		return;
	}
	whole = (zend_long) ((fsc_os_precise_ns() - p->begun) / 1000);
	add_row(Z_ARRVAL_P(return_value), MAIN, sizeof MAIN - 1, 1, 0);
	ZEND_HASH_FOREACH_STR_KEY_VAL(&p->edges, key, entry) {
		const edge *e = Z_PTR_P(entry);

		if (e->calls > 0) { /* 0: still running, or left by a bailout */
			hooked += add_edge(Z_ARRVAL_P(return_value), key, e);
		}
	} ZEND_HASH_FOREACH_END();
	add_row(Z_ARRVAL_P(return_value), MAIN, sizeof MAIN - 1, 0, MAX(whole, hooked));
}

/* ---- fastscan.profile_dir ---- */

static zend_string *serialized_profile(void)
{
	php_serialize_data_t data;
	smart_str out = { 0 };
	zval rows;

	php_fastscan_profile_array(&rows);
	PHP_VAR_SERIALIZE_INIT(data);
	php_var_serialize(&out, &rows, &data);
	PHP_VAR_SERIALIZE_DESTROY(data);
	zval_ptr_dtor(&rows);
	smart_str_0(&out);
	return out.s;
}

/* Time, process and thread: O_EXCL settles what is left to chance. */
static void name_file(char *out, size_t size)
{
	const uintptr_t thread = (uintptr_t) FSG(profile_data);
	fsc_creds creds;

	fsc_os_creds(&creds);
	snprintf(out, size, "%s%c%08lx%08lx%06x%06x.fastscan.xhprof", FSG(profile_dir), DEFAULT_SLASH,
		(unsigned long) time(NULL), (unsigned long) (fsc_os_precise_ns() / 16 & 0xffffffff),
		(unsigned) creds.process & 0xffffff, (unsigned) (thread >> 4 & 0xffffff));
}

static void warn(const char *path, const char *why)
{
	php_error_docref(NULL, E_WARNING, "fastscan.profile_dir: cannot write %s: %s", path, why);
}

/* Not through the file wrapper, which a script may have replaced. Mode "x" is O_CREAT|O_EXCL. */
static void write_file(const char *path, const zend_string *text)
{
	php_stream *stream;
	bool written;

	errno = 0;
	stream = php_stream_fopen(path, "xb", NULL);
	if (!stream) {
		warn(path, strerror(errno));
		return;
	}
	(void) VCWD_CHMOD(path, 0600);
	written = php_stream_write(stream, ZSTR_VAL(text), ZSTR_LEN(text)) == (ssize_t) ZSTR_LEN(text);
	php_stream_close(stream);
	if (!written) {
		VCWD_UNLINK(path);
		warn(path, "only a part could be written");
	}
}

static void write_profile(void)
{
	char path[MAXPATHLEN];
	zend_string *text;

	if (strlen(FSG(profile_dir)) > sizeof path - 64) {
		warn(FSG(profile_dir), "the path is too long");
		return;
	}
	name_file(path, sizeof path);
	if (php_check_open_basedir_ex(path, 0)) {
		warn(path, "open_basedir does not allow it");
		return;
	}
	text = serialized_profile();
	write_file(path, text);
	zend_string_release(text);
	if (FSG(view)) {
		fsc_mark_parent(FSG(view), path, strlen(path));
	}
}

/* ---- lifecycle ---- */

void php_fastscan_profile_request_start(void)
{
	profile *p = FSG(profile_data);

	if (p) {
		zend_hash_clean(&p->edges);
		p->begun = 0;
		p->nested = 0;
	}
	if (FSG(profiling)) {
		begin(acquire_profile());
	}
}

/*
 * A warning may call a handler of the script's, which may bail out; so may the memory limit.
 * Neither may keep the other modules from ending their request.
 */
void php_fastscan_profile_request_end(void)
{
	profile *p = FSG(profile_data);

	FSG(profiling) = false;
	if (!p || p->begun == 0) {
		return;
	}
	if (FSG(profile_dir) && *FSG(profile_dir)) {
		zend_try {
			write_profile();
		} zend_end_try();
	}
	p->begun = 0;
}

void php_fastscan_profile_globals_dtor(zend_fastscan_globals *globals)
{
	profile *p = globals->profile_data;

	if (p) {
		zend_hash_destroy(&p->edges);
		pefree(p, 1);
		globals->profile_data = NULL;
	}
}
