/* SPDX-License-Identifier: MIT */
/*
 * latfs: a FUSE pass-through file system that behaves like a slow or an odd remote mount.
 *
 *     latfs SRC MNT [-f] [-o OPTION,...]        (latfs.sh builds, mounts and unmounts it)
 *
 * Without -f the program returns when the mount is usable; unmounting MNT ends the daemon. The
 * mount shows as type fuse.latfs. Options:
 *
 *   lat_us=N       every request sleeps N microseconds before it is served
 *   gran_ns=N      reported times are cut to multiples of N nanoseconds
 *   skew_s=N       N seconds (may be negative) are added to every reported time
 *   frozen         directories always report the same mtime and ctime
 *   nodtype        listings carry no entry types (implies noplus)
 *   noplus         listings carry no attributes
 *   hidden=NAME    NAME can be looked up in every directory but is never listed
 *   nocase         names are looked up without regard to ASCII case
 *   norm           names are listed with letter and accent apart, as HFS+ does, and found in either
 *                  form (the letters of Latin-1)
 *   dos            names are also found with dots and blanks behind them, and long ones by a short
 *                  name: LONGNA~1.TXT
 *   bad=NAME       every listing breaks off with EIO where NAME would come, as at a bad block
 *   fail_after=N   after N more requests every request fails with EIO (-1: never)
 *   log=FILE       append a line for every request as it arrives: "MONOTONIC REALTIME WAITING TID
 *                  OPERATION PATH". Both clocks are in nanoseconds, the first is PHP's hrtime();
 *                  WAITING is the number of requests that wait for their latency to pass, this one
 *                  included; TID is the thread that asked, as its own process sees it
 *   noino          inode numbers are made up: another one whenever the kernel forgot the file
 *   noperm         let the kernel skip its mode checks (default_permissions is on otherwise)
 *   attr_timeout=T, entry_timeout=T, negative_timeout=T
 *                  seconds for which the kernel may keep an answer; 0 unless given
 *
 * MNT/.latfs is the control file: never listed, never slow, never failing. Reading it gives one
 * "OPERATION COUNT" line for every operation. Writing "reset" zeroes the counts; writing
 * "lat_us=N", "fail_after=N", "gran_ns=N", "skew_s=N" or "frozen=0|1" changes that option,
 * "log=0|1" stops and resumes the log; several may be written at once, separated by commas.
 *
 * Every handler runs on any of libfuse's threads. Shared state is the options and the counters,
 * all atomic; no lock is taken.
 */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 35
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CONTROL "/.latfs"
#define NS_PER_S 1000000000L

enum op {
	OP_GETATTR, OP_ACCESS, OP_READLINK, OP_OPENDIR, OP_READDIR, OP_RELEASEDIR, OP_MKNOD, OP_MKDIR,
	OP_SYMLINK, OP_LINK, OP_UNLINK, OP_RMDIR, OP_RENAME, OP_CHMOD, OP_CHOWN, OP_UTIMENS,
	OP_TRUNCATE, OP_OPEN, OP_CREATE, OP_READ, OP_WRITE, OP_RELEASE, OP_STATFS, OP_COUNT
};

static const char *const op_names[OP_COUNT] = {
	"getattr", "access", "readlink", "opendir", "readdir", "releasedir", "mknod", "mkdir",
	"symlink", "link", "unlink", "rmdir", "rename", "chmod", "chown", "utimens",
	"truncate", "open", "create", "read", "write", "release", "statfs"
};

/* As libfuse parses them: plain memory, copied into the atomics below before the first request. */
struct options {
	long lat_us, gran_ns, skew_s, fail_after;
	int frozen, nodtype, noplus, nocase, norm, dos, noperm, noino;
	char *hidden, *bad, *log, *attr_timeout, *entry_timeout, *negative_timeout;
};

static struct options options = { .fail_after = -1 };
static atomic_long lat_us, gran_ns, skew_s, frozen, fail_after;
static atomic_long served, waiting;
static atomic_long logging = 1;
static atomic_long counts[OP_COUNT];
static char *source;
static int root = -1;
static int log_fd = -1;

static int is_control(const char *path)
{
	return path && !strcmp(path, CONTROL);
}

static long long clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (long long)now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void log_request(enum op op, const char *path)
{
	char line[4200];
	int len;

	if (log_fd < 0 || !logging) {
		return;
	}
	len = snprintf(line, sizeof line, "%lld %lld %ld %ld %s %.4000s\n",
		clock_ns(CLOCK_MONOTONIC), clock_ns(CLOCK_REALTIME), (long)waiting,
		(long)fuse_get_context()->pid, op_names[op], path ? path : "-");
	/* one write to an O_APPEND file: lines of concurrent requests never mix */
	if (write(log_fd, line, (size_t)len) < 0) {
		logging = 0;
	}
}

static void sleep_us(long us)
{
	static _Thread_local int slack_set;
	struct timespec left = { us / 1000000, us % 1000000 * 1000 };

	if (!slack_set) {
		/* the default of 50 us would be as long as the latencies asked for */
		prctl(PR_SET_TIMERSLACK, 1);
		slack_set = 1;
	}
	while (nanosleep(&left, &left) && errno == EINTR) {
	}
}

/* Count, log and delay one request. Returns -EIO if it is to fail. */
static int begin(enum op op, const char *path)
{
	long limit = fail_after;
	long us = lat_us;
	long n = atomic_fetch_add(&served, 1);

	atomic_fetch_add(&counts[op], 1);
	atomic_fetch_add(&waiting, 1);
	log_request(op, path);
	if (us > 0) {
		sleep_us(us);
	}
	atomic_fetch_sub(&waiting, 1);
	return limit >= 0 && n >= limit ? -EIO : 0;
}

#define BEGIN(op, path) do { \
		int begin_err = begin(op, path); \
		if (begin_err) { \
			return begin_err; \
		} \
	} while (0)

static int result(int rc)
{
	return rc == -1 ? -errno : 0;
}

struct pathbuf {
	char s[4096];
};

/* ------------------------------------------------------------------ names */

#define FOLDED_MAX 1024 /* no name of 255 bytes grows that long */

/* The letters of Latin-1 from U+00C0 on: plain letter, and second byte of its accent. */
static const char plain[] = "AAAAAA\0CEEEEIIII\0NOOOOO\0\0UUUUY\0\0"
	"aaaaaa\0ceeeeiiii\0nooooo\0\0uuuuy\0y";
static const char accent[] =
	"\x80\x81\x82\x83\x88\x8a\0\xa7\x80\x81\x82\x88\x80\x81\x82\x88"
	"\0\x83\x80\x81\x82\x83\x88\0\0\x80\x81\x82\x88\x81\0\0"
	"\x80\x81\x82\x83\x88\x8a\0\xa7\x80\x81\x82\x88\x80\x81\x82\x88"
	"\0\x83\x80\x81\x82\x83\x88\0\0\x80\x81\x82\x88\x81\0\x88";

/* Letter and accent apart: "\xc3\xa9" becomes "e\xcc\x81". */
static void decompose(const char *name, char *out)
{
	for (; *name; name++) {
		unsigned i = (unsigned char)name[1] - 0x80u;

		if ((unsigned char)*name == 0xc3 && i < 64 && plain[i]) {
			*out++ = plain[i];
			*out++ = '\xcc';
			*out++ = accent[i];
			name++;
		} else {
			*out++ = *name;
		}
	}
	*out = '\0';
}

/* The form in which two spellings of one name are equal. */
static void fold(const char *name, char *out)
{
	size_t len;

	if (options.norm) {
		decompose(name, out);
	} else {
		strcpy(out, name);
	}
	for (char *c = out; options.nocase && *c; c++) {
		if (*c >= 'A' && *c <= 'Z') {
			*c |= 0x20;
		}
	}
	len = strlen(out);
	while (options.dos && len > 1 && (out[len - 1] == '.' || out[len - 1] == ' ')) {
		out[--len] = '\0';
	}
}

/* LONGNA~1.TXT for "longname.text", whatever the case; no other number than 1 is ever given. */
static int is_short_name(const char *name, const char *entry)
{
	const char *dot = strrchr(entry, '.');
	size_t base = dot ? (size_t)(dot - entry) : strlen(entry);

	return base > 8 && !strncasecmp(name, entry, 6) && !strncmp(name + 6, "~1", 2)
		&& (dot ? name[8] == '.' && !strncasecmp(name + 9, dot + 1, 3)
				&& strlen(name + 9) <= 3 : !name[8]);
}

static int is_same_name(const char *name, const char *entry)
{
	char a[FOLDED_MAX], b[FOLDED_MAX];

	fold(name, a);
	fold(entry, b);
	return !strcmp(a, b) || (options.dos && is_short_name(name, entry));
}

/* Replace the component of buf from name on by the entry that it is another spelling of. */
static void match_name(struct pathbuf *buf, char *name)
{
	DIR *dir;
	struct dirent *entry;
	int fd;

	if (name > buf->s) {
		name[-1] = '\0';
	}
	fd = openat(root, name > buf->s ? buf->s : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (name > buf->s) {
		name[-1] = '/';
	}
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		if (fd >= 0) {
			close(fd);
		}
		return;
	}
	while ((entry = readdir(dir))) {
		if (is_same_name(name, entry->d_name)
				&& (size_t)(name - buf->s) + strlen(entry->d_name) < sizeof buf->s) {
			strcpy(name, entry->d_name);
			break;
		}
	}
	closedir(dir);
}

/*
 * The request's path below the root descriptor. Where names have several spellings, every component
 * that does not exist as spelled is replaced by the entry that it stands for. Returns path itself
 * or buf->s.
 */
static const char *resolve(const char *path, struct pathbuf *buf)
{
	struct stat st;
	char *name = buf->s;
	size_t len;

	while (*path == '/') {
		path++;
	}
	if (!*path) {
		return ".";
	}
	if (!options.nocase && !options.norm && !options.dos) {
		return path;
	}
	buf->s[0] = '\0';
	for (;; path++) {
		len = strcspn(path, "/");
		if (len > 255 || (size_t)(name - buf->s) + len + 2 >= sizeof buf->s) {
			strncat(name, path, sizeof buf->s - 1 - (size_t)(name - buf->s));
			return buf->s;
		}
		memcpy(name, path, len);
		name[len] = '\0';
		if (fstatat(root, buf->s, &st, AT_SYMLINK_NOFOLLOW) && errno == ENOENT) {
			match_name(buf, name);
		}
		path += len;
		if (!*path) {
			return buf->s;
		}
		name += strlen(name);
		*name++ = '/';
		*name = '\0';
	}
}

#define RESOLVE(path) resolve(path, &(struct pathbuf){ "" })

static void disguise_time(struct timespec *t)
{
	long gran = gran_ns;

	if (gran >= NS_PER_S) {
		t->tv_sec -= t->tv_sec % (gran / NS_PER_S);
		t->tv_nsec = 0;
	} else if (gran > 0) {
		t->tv_nsec -= t->tv_nsec % gran;
	}
	t->tv_sec += skew_s;
}

static void disguise(struct stat *st)
{
	disguise_time(&st->st_atim);
	disguise_time(&st->st_mtim);
	disguise_time(&st->st_ctim);
	if (frozen && S_ISDIR(st->st_mode)) {
		st->st_mtim = st->st_ctim = (struct timespec){ 1, 0 };
	}
}

/* A new object belongs to the user who asked for it, not to the one the daemon runs as. */
static int give_to_caller(const char *path)
{
	struct fuse_context *caller = fuse_get_context();

	if (geteuid() != 0 || caller->uid == 0) {
		return 0;
	}
	return result(fchownat(root, path, caller->uid, caller->gid, AT_SYMLINK_NOFOLLOW));
}

/* ------------------------------------------------------------------ the control file */

static int control_read(char *out, size_t size, off_t offset)
{
	char text[2048];
	size_t len = 0;

	for (int op = 0; op < OP_COUNT; op++) {
		len += (size_t)snprintf(text + len, sizeof text - len, "%s %ld\n", op_names[op],
			(long)counts[op]);
	}
	if (offset < 0 || (size_t)offset >= len) {
		return 0;
	}
	if (size > len - (size_t)offset) {
		size = len - (size_t)offset;
	}
	memcpy(out, text + offset, size);
	return (int)size;
}

static void reset_counts(void)
{
	served = 0;
	for (int op = 0; op < OP_COUNT; op++) {
		counts[op] = 0;
	}
}

static int control_set(const char *word)
{
	static const struct {
		const char *name;
		atomic_long *value;
	} settings[] = {
		{ "lat_us", &lat_us }, { "fail_after", &fail_after }, { "gran_ns", &gran_ns },
		{ "skew_s", &skew_s }, { "frozen", &frozen }, { "log", &logging }
	};
	const char *value = strchr(word, '=');

	if (!strcmp(word, "reset")) {
		reset_counts();
		return 0;
	}
	for (size_t i = 0; value && i < sizeof settings / sizeof *settings; i++) {
		if (!strncmp(word, settings[i].name, (size_t)(value - word))
				&& !settings[i].name[value - word]) {
			if (settings[i].value == &fail_after) {
				served = 0;
			}
			*settings[i].value = strtol(value + 1, NULL, 10);
			return 0;
		}
	}
	return -EINVAL;
}

static int control_write(const char *data, size_t size)
{
	char text[256];
	char *save = NULL;

	if (size >= sizeof text) {
		return -EINVAL;
	}
	memcpy(text, data, size);
	text[size] = '\0';
	for (char *word = strtok_r(text, ", \n", &save); word; word = strtok_r(NULL, ", \n", &save)) {
		if (control_set(word)) {
			return -EINVAL;
		}
	}
	return (int)size;
}

/* ------------------------------------------------------------------ reading */

static int latfs_getattr(const char *path, struct stat *st, struct fuse_file_info *fi)
{
	int err;

	if (is_control(path)) {
		*st = (struct stat){ .st_mode = S_IFREG | 0666, .st_nlink = 1, .st_size = 2048 };
		return 0;
	}
	err = begin(OP_GETATTR, path);
	/* without its root the mount could not be unmounted by path, nor controlled */
	if (err && (!path || strcmp(path, "/"))) {
		return err;
	}
	err = path ? fstatat(root, RESOLVE(path), st, AT_SYMLINK_NOFOLLOW) : fstat((int)fi->fh, st);
	if (err) {
		return -errno;
	}
	disguise(st);
	return 0;
}

static int latfs_access(const char *path, int mask)
{
	if (is_control(path)) {
		return 0;
	}
	BEGIN(OP_ACCESS, path);
	return result(faccessat(root, RESOLVE(path), mask, 0));
}

static int latfs_readlink(const char *path, char *buf, size_t size)
{
	ssize_t len;

	BEGIN(OP_READLINK, path);
	len = readlinkat(root, RESOLVE(path), buf, size - 1);
	if (len < 0) {
		return -errno;
	}
	buf[len] = '\0';
	return 0;
}

static int latfs_opendir(const char *path, struct fuse_file_info *fi)
{
	DIR *dir;
	int fd;

	BEGIN(OP_OPENDIR, path);
	fd = openat(root, RESOLVE(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0) {
		return -errno;
	}
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return -ENOMEM;
	}
	fi->fh = (uintptr_t)dir;
	return 0;
}

static int latfs_readdir(const char *path, void *buf, fuse_fill_dir_t fill, off_t offset,
	struct fuse_file_info *fi, enum fuse_readdir_flags flags)
{
	DIR *dir = (DIR *)(uintptr_t)fi->fh;
	struct dirent *entry;
	int filled = 0;

	BEGIN(OP_READDIR, path);
	if (offset != telldir(dir)) {
		seekdir(dir, offset);
	}
	while (errno = 0, (entry = readdir(dir))) {
		struct stat st = { .st_ino = entry->d_ino, .st_mode = DTTOIF(entry->d_type) };
		enum fuse_fill_dir_flags fill_flags = 0;
		char name[FOLDED_MAX];

		if (options.hidden && !strcmp(entry->d_name, options.hidden)) {
			continue;
		}
		if (options.bad && !strcmp(entry->d_name, options.bad)) {
			return filled ? 0 : -EIO;
		}
		if (options.nodtype) {
			st.st_mode = 0;
		} else if ((flags & FUSE_READDIR_PLUS)
				&& !fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW)) {
			disguise(&st);
			fill_flags = FUSE_FILL_DIR_PLUS;
		}
		if (options.norm) {
			decompose(entry->d_name, name);
		} else {
			strcpy(name, entry->d_name);
		}
		if (fill(buf, name, &st, telldir(dir), fill_flags)) {
			return 0;
		}
		filled = 1;
	}
	return -errno;
}

static int latfs_releasedir(const char *path, struct fuse_file_info *fi)
{
	/* nobody waits for a release: it is counted and logged, but neither delayed nor failed */
	atomic_fetch_add(&counts[OP_RELEASEDIR], 1);
	log_request(OP_RELEASEDIR, path);
	closedir((DIR *)(uintptr_t)fi->fh);
	return 0;
}

static int latfs_open(const char *path, struct fuse_file_info *fi)
{
	int fd;

	if (is_control(path)) {
		fi->direct_io = 1;
		return 0;
	}
	BEGIN(OP_OPEN, path);
	fd = openat(root, RESOLVE(path), (fi->flags & ~O_NOFOLLOW) | O_CLOEXEC);
	if (fd < 0) {
		return -errno;
	}
	fi->fh = (uint64_t)fd;
	return 0;
}

static int latfs_read(const char *path, char *buf, size_t size, off_t offset,
	struct fuse_file_info *fi)
{
	ssize_t len;

	if (is_control(path)) {
		return control_read(buf, size, offset);
	}
	BEGIN(OP_READ, path);
	len = pread((int)fi->fh, buf, size, offset);
	return len < 0 ? -errno : (int)len;
}

static int latfs_release(const char *path, struct fuse_file_info *fi)
{
	if (is_control(path)) {
		return 0;
	}
	atomic_fetch_add(&counts[OP_RELEASE], 1);
	log_request(OP_RELEASE, path);
	close((int)fi->fh);
	return 0;
}

static int latfs_statfs(const char *path, struct statvfs *st)
{
	BEGIN(OP_STATFS, path);
	return result(fstatvfs(root, st));
}

/* ------------------------------------------------------------------ changing */

static int latfs_mknod(const char *path, mode_t mode, dev_t dev)
{
	struct pathbuf buf;
	const char *real = resolve(path, &buf);

	BEGIN(OP_MKNOD, path);
	return mknodat(root, real, mode, dev) ? -errno : give_to_caller(real);
}

static int latfs_mkdir(const char *path, mode_t mode)
{
	struct pathbuf buf;
	const char *real = resolve(path, &buf);

	BEGIN(OP_MKDIR, path);
	return mkdirat(root, real, mode) ? -errno : give_to_caller(real);
}

static int latfs_symlink(const char *target, const char *path)
{
	struct pathbuf buf;
	const char *real = resolve(path, &buf);

	BEGIN(OP_SYMLINK, path);
	return symlinkat(target, root, real) ? -errno : give_to_caller(real);
}

static int latfs_link(const char *from, const char *to)
{
	BEGIN(OP_LINK, to);
	return result(linkat(root, RESOLVE(from), root, RESOLVE(to), 0));
}

static int latfs_unlink(const char *path)
{
	BEGIN(OP_UNLINK, path);
	return result(unlinkat(root, RESOLVE(path), 0));
}

static int latfs_rmdir(const char *path)
{
	BEGIN(OP_RMDIR, path);
	return result(unlinkat(root, RESOLVE(path), AT_REMOVEDIR));
}

static int latfs_rename(const char *from, const char *to, unsigned int flags)
{
	struct pathbuf from_buf, to_buf;
	const char *real_from = resolve(from, &from_buf);
	const char *real_to = resolve(to, &to_buf);

	BEGIN(OP_RENAME, from);
	if (options.nocase && !strcmp(real_from, real_to)) {
		/* foo -> Foo: both spellings resolved to the entry that is there; keep the new one */
		const char *name = strrchr(to, '/') + 1;
		strcpy(to_buf.s + strlen(to_buf.s) - strlen(name), name);
	}
	return result(renameat2(root, real_from, root, real_to, flags));
}

static int latfs_chmod(const char *path, mode_t mode, struct fuse_file_info *fi)
{
	if (is_control(path)) {
		return 0;
	}
	BEGIN(OP_CHMOD, path);
	return result(path ? fchmodat(root, RESOLVE(path), mode, 0) : fchmod((int)fi->fh, mode));
}

static int latfs_chown(const char *path, uid_t uid, gid_t gid, struct fuse_file_info *fi)
{
	BEGIN(OP_CHOWN, path);
	return result(path ? fchownat(root, RESOLVE(path), uid, gid, AT_SYMLINK_NOFOLLOW)
		: fchown((int)fi->fh, uid, gid));
}

static int latfs_utimens(const char *path, const struct timespec times[2],
	struct fuse_file_info *fi)
{
	if (is_control(path)) {
		return 0;
	}
	BEGIN(OP_UTIMENS, path);
	return result(path ? utimensat(root, RESOLVE(path), times, AT_SYMLINK_NOFOLLOW)
		: futimens((int)fi->fh, times));
}

static int latfs_truncate(const char *path, off_t size, struct fuse_file_info *fi)
{
	int fd, rc;

	if (is_control(path)) {
		return 0;
	}
	BEGIN(OP_TRUNCATE, path);
	if (fi) {
		return result(ftruncate((int)fi->fh, size));
	}
	fd = openat(root, RESOLVE(path), O_WRONLY | O_CLOEXEC);
	if (fd < 0) {
		return -errno;
	}
	rc = result(ftruncate(fd, size));
	close(fd);
	return rc;
}

static int latfs_create(const char *path, mode_t mode, struct fuse_file_info *fi)
{
	struct pathbuf buf;
	const char *real = resolve(path, &buf);
	int fd;

	BEGIN(OP_CREATE, path);
	fd = openat(root, real, fi->flags | O_CREAT | O_CLOEXEC, mode);
	if (fd < 0) {
		return -errno;
	}
	fi->fh = (uint64_t)fd;
	return give_to_caller(real);
}

static int latfs_write(const char *path, const char *data, size_t size, off_t offset,
	struct fuse_file_info *fi)
{
	ssize_t len;

	if (is_control(path)) {
		return control_write(data, size);
	}
	BEGIN(OP_WRITE, path);
	len = pwrite((int)fi->fh, data, size, offset);
	return len < 0 ? -errno : (int)len;
}

/* ------------------------------------------------------------------ start */

static double seconds(const char *text)
{
	return text ? strtod(text, NULL) : 0;
}

static void *latfs_init(struct fuse_conn_info *conn, struct fuse_config *config)
{
	config->use_ino = !options.noino;
	/* unlinked but open files stay what they are instead of becoming .fuse_hidden entries */
	config->hard_remove = 1;
	config->attr_timeout = seconds(options.attr_timeout);
	config->entry_timeout = seconds(options.entry_timeout);
	config->negative_timeout = seconds(options.negative_timeout);
	if (options.noplus || options.nodtype) {
		conn->want &= ~(unsigned)(FUSE_CAP_READDIRPLUS | FUSE_CAP_READDIRPLUS_AUTO);
	}
	return NULL;
}

static const struct fuse_operations operations = {
	.init = latfs_init, .getattr = latfs_getattr, .access = latfs_access,
	.readlink = latfs_readlink, .opendir = latfs_opendir, .readdir = latfs_readdir,
	.releasedir = latfs_releasedir, .mknod = latfs_mknod, .mkdir = latfs_mkdir,
	.symlink = latfs_symlink, .link = latfs_link, .unlink = latfs_unlink, .rmdir = latfs_rmdir,
	.rename = latfs_rename, .chmod = latfs_chmod, .chown = latfs_chown,
	.utimens = latfs_utimens, .truncate = latfs_truncate, .open = latfs_open,
	.create = latfs_create, .read = latfs_read, .write = latfs_write, .release = latfs_release,
	.statfs = latfs_statfs
};

#define NUMBER(name) { #name "=%li", offsetof(struct options, name), 0 }
#define STRING(name) { #name "=%s", offsetof(struct options, name), 0 }
#define FLAG(name) { #name, offsetof(struct options, name), 1 }

static const struct fuse_opt option_table[] = {
	NUMBER(lat_us), NUMBER(gran_ns), NUMBER(skew_s), NUMBER(fail_after),
	STRING(hidden), STRING(bad), STRING(log), STRING(attr_timeout), STRING(entry_timeout),
	STRING(negative_timeout),
	FLAG(frozen), FLAG(nodtype), FLAG(noplus), FLAG(nocase), FLAG(norm), FLAG(dos),
	FLAG(noperm), FLAG(noino),
	FUSE_OPT_END
};

/* The first argument that is no option is SRC; all else is libfuse's. */
static int take_source(void *data, const char *arg, int key, struct fuse_args *out)
{
	(void)data;
	(void)out;
	if (key == FUSE_OPT_KEY_NONOPT && !source) {
		source = strdup(arg);
		return 0;
	}
	return 1;
}

int main(int argc, char **argv)
{
	struct fuse_args args = FUSE_ARGS_INIT(argc, argv);

	/* a daemon must not keep its caller's pipes and locks */
	syscall(SYS_close_range, 3, ~0U, 0);
	if (fuse_opt_parse(&args, &options, option_table, take_source) || !source) {
		fprintf(stderr, "usage: latfs SRC MNT [-f] [-o OPTION,...]\n");
		return 2;
	}
	root = open(source, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root < 0) {
		perror(source);
		return 1;
	}
	if (options.log) {
		log_fd = open(options.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
		if (log_fd < 0) {
			perror(options.log);
			return 1;
		}
	}
	lat_us = options.lat_us;
	gran_ns = options.gran_ns;
	skew_s = options.skew_s;
	frozen = options.frozen;
	fail_after = options.fail_after;
	umask(0);
	fuse_opt_add_arg(&args, "-ofsname=latfs,subtype=latfs");
	if (!options.noperm) {
		fuse_opt_add_arg(&args, "-odefault_permissions");
	}
	if (geteuid() == 0) {
		fuse_opt_add_arg(&args, "-oallow_other");
	}
	return fuse_main(args.argc, args.argv, &operations, NULL);
}
