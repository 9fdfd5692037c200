/* SPDX-License-Identifier: MIT */
/*
 * posix.c: the platform on Linux, with glibc and with musl.
 *
 * Calls that an old C library or old kernel headers lack are made by syscall(): statx for the
 * reason that the C library may emulate it (without a mount id), faccessat2 since glibc before 2.33
 * emulates AT_EACCESS by looking at mode bits, which is blind to ACLs.
 *
 * Minimum kernel 5.8 (statx with STATX_MNT_ID, faccessat2). On 6.8 mount ids that are never reused
 * are had in the same call. Older kernels, and sandboxes that forbid these calls, lack
 * FSC_OS_VERSIONS or FSC_OS_FD_ACCESS: nothing else here depends on them.
 *
 * No locks; what is remembered (the probed features) is the same for whoever writes it, in atomics.
 * Any thread may call anything.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "src/platform/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_statx
#error "fastscan needs a C library that knows the number of statx (Linux 4.11)"
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 439 /* on every architecture but alpha, whose headers have it */
#endif
#ifndef SYS_openat2
#define SYS_openat2 437 /* likewise */
#endif

/* Own names: <linux/stat.h> and the C library's <sys/stat.h> cannot both be included on musl. */
#define ASK_TYPE       0x0001u
#define ASK_MODE       0x0002u
#define ASK_UID        0x0008u
#define ASK_GID        0x0010u
#define ASK_MTIME      0x0040u
#define ASK_CTIME      0x0080u
#define ASK_INO        0x0100u
#define ASK_MNT        0x1000u /* Linux 5.8 */
#define ASK_MNT_UNIQUE 0x4000u /* Linux 6.8 */
#define ASK_VERSION    (ASK_TYPE | ASK_MODE | ASK_MTIME | ASK_CTIME | ASK_INO)
#define ASK_ALL        (ASK_VERSION | ASK_UID | ASK_GID)

#define SYNC_AS_STAT 0x0000
#define SYNC_FORCE   0x2000

#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif
#ifndef AT_NO_AUTOMOUNT
#define AT_NO_AUTOMOUNT 0x800
#endif

#define GET_FLAGS        _IOR('f', 1, long)       /* FS_IOC_GETFLAGS: says long, means int */
#define FOLDED           0x40000000               /* FS_CASEFOLD_FL */
#define XFS_GEOMETRY     _IOR('X', 100, char[112]) /* XFS_IOC_FSGEOMETRY_V1 */
#define CHUNK            32768                    /* bytes of entries at a time, as the C library */
#define XFS_NAMES_FOLDED 0x1000u                  /* XFS_FSOP_GEOM_FLAGS_DIRV2CI */

/* struct statx of the kernel, with the fields of Linux 5.8 named. */
struct kernel_time {
	int64_t  seconds;
	uint32_t nanoseconds;
	int32_t  reserved;
};

struct kernel_statx {
	uint32_t mask, blksize;
	uint64_t attributes;
	uint32_t nlink, uid, gid;
	uint16_t mode, pad1;
	uint64_t ino, size, blocks, attributes_mask;
	struct kernel_time atime, btime, ctime, mtime;
	uint32_t rdev_major, rdev_minor, dev_major, dev_minor;
	uint64_t mnt_id;
	uint64_t spare[13];
};

_Static_assert(sizeof(struct kernel_statx) == 256, "struct statx is kernel ABI");
_Static_assert(offsetof(struct kernel_statx, ctime) == 0x60, "struct statx is kernel ABI");
_Static_assert(offsetof(struct kernel_statx, mnt_id) == 0x90, "struct statx is kernel ABI");

/* struct open_how of openat2(2) */
struct kernel_how {
	uint64_t flags, mode, resolve;
};

#define NO_SYMLINKS 0x04u /* RESOLVE_NO_SYMLINKS */

struct kernel_dirent {
	uint64_t ino;
	int64_t  offset;
	uint16_t length;
	uint8_t  type;
	char     name[];
};

#define PROBED 0x80000000u /* beside the FSC_OS_* bits: they have been learned */

static atomic_bool initialised;
static atomic_uint probed;  /* features that cannot come and go, or 0 */
static atomic_uint id_mask; /* ASK_MNT_UNIQUE or ASK_MNT, as the kernel has it; 0: not yet known */

fsc_os_result fsc_posix_result(int error)
{
	switch (error) {
		case ENOENT:
			return FSC_OS_NOENT;
		case ENOTDIR:
			return FSC_OS_NOTDIR;
		case EACCES:
		case EPERM:
			return FSC_OS_DENIED;
		case ELOOP:
			return FSC_OS_LOOP;
		case EMFILE:
		case ENFILE:
		case ENOMEM:
			return FSC_OS_LIMIT;
		default:
			return FSC_OS_ERROR;
	}
}

static fsc_os_result failure(void)
{
	return fsc_posix_result(errno);
}

/* ---- stat ---- */

static int kernel_statx(int fd, const char *path, int flags, unsigned mask,
	struct kernel_statx *out)
{
	return (int) syscall(SYS_statx, fd, path, flags, mask, out);
}

/* Which kind of mount id there is: asked of "/", which every process has. */
static unsigned learn_id_mask(void)
{
	struct kernel_statx st;
	unsigned mask = ASK_MNT;

	st.mask = 0;
	if (kernel_statx(AT_FDCWD, "/", SYNC_AS_STAT, ASK_INO | ASK_MNT_UNIQUE, &st) == 0
		&& (st.mask & ASK_MNT_UNIQUE)) {
		mask = ASK_MNT_UNIQUE;
	}
	atomic_store_explicit(&id_mask, mask, memory_order_relaxed);
	return mask;
}

static inline unsigned current_id_mask(void)
{
	unsigned mask = atomic_load_explicit(&id_mask, memory_order_relaxed);

	return mask ? mask : learn_id_mask();
}

static fsc_type type_of_mode(unsigned mode)
{
	switch (mode & S_IFMT) {
		case S_IFREG:
			return FSC_TYPE_FILE;
		case S_IFDIR:
			return FSC_TYPE_DIR;
		case S_IFLNK:
			return FSC_TYPE_LINK;
		default:
			return FSC_TYPE_OTHER;
	}
}

static inline int64_t nanoseconds(const struct kernel_time *time)
{
	return time->seconds * 1000000000 + time->nanoseconds;
}

/* One system call: an older kernel answers without the id, which is why the mask is checked. */
static fsc_os_result stat_at(int fd, const char *path, int flags, fsc_attr *out)
{
	unsigned ids = current_id_mask();
	uint64_t salt = ids == ASK_MNT ? fsc_mounts_salt() << 32 : 0;
	struct kernel_statx st;

	if (kernel_statx(fd, path, flags, ASK_ALL | ids, &st) != 0) {
		return failure();
	}
	if ((st.mask & ASK_VERSION) != ASK_VERSION) {
		return FSC_OS_ERROR;
	}
	out->version.mount = st.mask & ids ? st.mnt_id | salt : 0;
	out->version.device = (uint64_t) st.dev_major << 32 | st.dev_minor;
	out->version.inode = st.ino;
	out->version.ctime_ns = nanoseconds(&st.ctime);
	out->version.mtime_ns = nanoseconds(&st.mtime);
	out->type = type_of_mode(st.mode);
	out->mode = st.mode & 07777;
	out->uid = st.uid;
	out->gid = st.gid;
	return FSC_OS_OK;
}

static inline int sync_flag(unsigned flags)
{
	return flags & FSC_STAT_SYNC ? SYNC_FORCE : SYNC_AS_STAT;
}

static inline int base_fd(int base)
{
	return base < 0 ? AT_FDCWD : base;
}

fsc_os_result fsc_os_stat_from(int base, const char *path, unsigned flags, fsc_attr *out)
{
	int at = AT_NO_AUTOMOUNT | sync_flag(flags); /* as stat(2) does */

	if (flags & FSC_STAT_NOFOLLOW) {
		at |= AT_SYMLINK_NOFOLLOW;
	}
	return stat_at(base_fd(base), path, at, out);
}

fsc_os_result fsc_os_stat(const char *path, unsigned flags, fsc_attr *out)
{
	return fsc_os_stat_from(-1, path, flags, out);
}

fsc_os_result fsc_os_stat_entry(int fd, const char *name, fsc_attr *out)
{
	return stat_at(fd, name, AT_NO_AUTOMOUNT | AT_SYMLINK_NOFOLLOW | SYNC_AS_STAT, out);
}

fsc_os_result fsc_os_stat_fd(int fd, unsigned flags, fsc_attr *out)
{
	return stat_at(fd, "", AT_EMPTY_PATH | sync_flag(flags), out);
}

/* Without O_DIRECTORY, as fsc_os_open_path(). */
fsc_os_result fsc_os_stat_real(const char *path, fsc_attr *out)
{
	const struct kernel_how how = {O_PATH | O_CLOEXEC, 0, NO_SYMLINKS};
	int fd = (int) syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
	fsc_os_result result;

	if (fd < 0) {
		return failure();
	}
	result = fsc_os_stat_fd(fd, 0, out);
	close(fd);
	return result;
}

fsc_os_result fsc_os_exists(const char *path)
{
	return access(path, F_OK) == 0 ? FSC_OS_OK : failure();
}

bool fsc_posix_table_id(int fd, uint64_t *id)
{
	struct kernel_statx st;

	if (kernel_statx(fd, "", AT_EMPTY_PATH | SYNC_AS_STAT, ASK_MNT, &st) != 0
		|| !(st.mask & ASK_MNT)) {
		return false;
	}
	*id = st.mnt_id;
	return true;
}

bool fsc_posix_identity(const char *path, fsc_posix_id *out)
{
	struct kernel_statx st;

	if (kernel_statx(AT_FDCWD, path, SYNC_AS_STAT, ASK_INO | current_id_mask(), &st) != 0) {
		return false;
	}
	out->inode = st.ino;
	out->device = (uint64_t) st.dev_major << 32 | st.dev_minor;
	out->mount = st.mask & current_id_mask() ? st.mnt_id : 0;
	return true;
}

bool fsc_posix_unique_ids(void)
{
	return current_id_mask() == ASK_MNT_UNIQUE;
}

/* ---- directories ---- */

fsc_os_result fsc_os_open_dir_from(int base, const char *path, int *fd)
{
	*fd = openat(base_fd(base), path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	return *fd >= 0 ? FSC_OS_OK : failure();
}

fsc_os_result fsc_os_open_dir(const char *path, int *fd)
{
	return fsc_os_open_dir_from(-1, path, fd);
}

/* Without O_DIRECTORY, which would mount what waits in an automounter where stat(2) does not. */
fsc_os_result fsc_os_open_path_from(int base, const char *path, int *fd)
{
	struct kernel_statx st;

	*fd = openat(base_fd(base), path, O_PATH | O_CLOEXEC);
	if (*fd < 0) {
		return failure();
	}
	if (kernel_statx(*fd, "", AT_EMPTY_PATH, ASK_TYPE, &st) == 0 && S_ISDIR(st.mode)) {
		return FSC_OS_OK;
	}
	close(*fd);
	*fd = -1;
	return FSC_OS_NOTDIR;
}

fsc_os_result fsc_os_open_path(const char *path, int *fd)
{
	return fsc_os_open_path_from(-1, path, fd);
}

void fsc_os_close(int fd)
{
	close(fd);
}

fsc_os_result fsc_os_rewind_dir(int fd)
{
	return lseek(fd, 0, SEEK_SET) == 0 ? FSC_OS_OK : failure();
}

static fsc_type type_of_dirent(unsigned type)
{
	switch (type) {
		case 1:  /* DT_FIFO */
		case 2:  /* DT_CHR */
		case 6:  /* DT_BLK */
		case 12: /* DT_SOCK */
			return FSC_TYPE_OTHER;
		case 4:
			return FSC_TYPE_DIR;
		case 8:
			return FSC_TYPE_FILE;
		case 10:
			return FSC_TYPE_LINK;
		default:
			return FSC_TYPE_UNKNOWN;
	}
}

/* Entries of one full buffer. FSC_OS_LIMIT: visit() stopped it. */
static fsc_os_result visit_entries(
	const char *buffer, size_t used, fsc_os_visit visit, void *context, size_t *visited)
{
	const size_t head = offsetof(struct kernel_dirent, name);

	for (size_t at = 0; at < used;) {
		const struct kernel_dirent *entry = (const void *) (buffer + at);

		if (used - at <= head || entry->length <= head || entry->length > used - at) {
			return FSC_OS_ERROR;
		}
		++*visited;
		if (!visit(context, entry->name, strnlen(entry->name, entry->length - head),
				type_of_dirent(entry->type))) {
			return FSC_OS_LIMIT;
		}
		at += entry->length;
	}
	return FSC_OS_OK;
}

/* The buffer is as large as that of glibc's opendir(),
 * so that a network client asks for as much. */
fsc_os_result fsc_os_read_dir_chunk(int fd, fsc_os_visit visit, void *context, size_t *visited)
{
	/* Without memory a few entries at a time, never none: the stack may be a small fiber's. */
	_Alignas(8) char few[1024];
	char *buffer = malloc(CHUNK);
	char *to = buffer ? buffer : few;
	fsc_os_result result;
	long got;

	*visited = 0;
	got = syscall(SYS_getdents64, fd, to, buffer ? (size_t) CHUNK : sizeof few);
	result = got < 0 ? failure() : visit_entries(to, (size_t) got, visit, context, visited);
	free(buffer);
	return result;
}

fsc_os_result fsc_os_read_dir(int fd, fsc_os_visit visit, void *context)
{
	fsc_os_result result;
	size_t visited;

	do {
		result = fsc_os_read_dir_chunk(fd, visit, context, &visited);
	} while (result == FSC_OS_OK && visited > 0);
	return result;
}

fsc_os_result fsc_os_read_link(const char *path, char *buffer, size_t size, size_t *length)
{
	ssize_t got = readlink(path, buffer, size);

	if (got < 0) {
		return failure();
	}
	if ((size_t) got >= size) {
		return FSC_OS_ERROR;
	}
	buffer[got] = '\0';
	*length = (size_t) got;
	return FSC_OS_OK;
}

/* The C library's, as PHP's: the bare system call can answer "(unreachable)/x". */
fsc_os_result fsc_os_cwd(char *buffer, size_t size, size_t *length)
{
	if (!getcwd(buffer, size)) {
		return failure();
	}
	if (buffer[0] != '/') {
		return FSC_OS_ERROR;
	}
	*length = strlen(buffer);
	return FSC_OS_OK;
}

/*
 * Both kinds there are: the flag of one directory (ext4, f2fs, tmpfs) and XFS made with version=ci.
 * By syscall(), since C libraries disagree on the type of a request.
 */
bool fsc_os_is_casefolded(int fd)
{
	int flags[2] = {0, 0};
	union {
		char bytes[112];
		struct {
			uint32_t before[23], flags; /* xfs_fsop_geom_v1 */
		} field;
	} xfs;

	if (syscall(SYS_ioctl, fd, GET_FLAGS, flags) != 0) {
		return false;
	}
	if (flags[0] & FOLDED) {
		return true;
	}
	memset(&xfs, 0, sizeof xfs);
	return syscall(SYS_ioctl, fd, XFS_GEOMETRY, &xfs) == 0 && (xfs.field.flags & XFS_NAMES_FOLDED);
}

/* ---- permission ---- */

static int kernel_access(int fd, unsigned wanted)
{
	int mode = (wanted & FSC_ACCESS_READ ? R_OK : 0) | (wanted & FSC_ACCESS_SEARCH ? X_OK : 0);

	return (int) syscall(SYS_faccessat2, fd, "", mode, AT_EMPTY_PATH | AT_EACCESS);
}

fsc_os_result fsc_os_access_fd(int fd, unsigned wanted, unsigned *granted)
{
	static const unsigned each[] = {FSC_ACCESS_READ, FSC_ACCESS_SEARCH};

	*granted = 0;
	if (kernel_access(fd, wanted) == 0) {
		*granted = wanted;
		return FSC_OS_OK;
	}
	if (errno != EACCES) {
		return failure();
	}
	if (wanted != (FSC_ACCESS_READ | FSC_ACCESS_SEARCH)) {
		return FSC_OS_OK;
	}
	for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
		if (kernel_access(fd, each[i]) == 0) {
			*granted |= each[i];
		} else if (errno != EACCES) {
			*granted = 0;
			return failure();
		}
	}
	return FSC_OS_OK;
}

/* ---- features and process ---- */

static bool has_mount_id(void)
{
	struct kernel_statx st;
	unsigned ids = current_id_mask();

	return kernel_statx(AT_FDCWD, "/", 0, ASK_INO | ids, &st) == 0 && (st.mask & ids);
}

/* F_OK must succeed: a sandbox may forbid the call with the same errno that a refusal has. */
static bool has_fd_access(void)
{
	int fd = open("/", O_PATH | O_CLOEXEC);
	bool works;

	if (fd < 0) {
		return false;
	}
	works = kernel_access(fd, 0) == 0;
	close(fd);
	return works;
}

static unsigned learn_features(void)
{
	unsigned found = PROBED | FSC_OS_FOLD_FLAG; /* any file system module may be loaded later */

	if (has_mount_id()) {
		found |= FSC_OS_VERSIONS;
		if (current_id_mask() == ASK_MNT_UNIQUE) {
			found |= FSC_OS_UNIQUE_MOUNT;
		}
	}
	if (has_fd_access()) {
		found |= FSC_OS_FD_ACCESS;
	}
	atomic_store_explicit(&probed, found, memory_order_relaxed);
	return found;
}

/* Whether the table is watched can change: asked anew, without a system call if it is open. */
unsigned fsc_os_features(void)
{
	unsigned found = atomic_load_explicit(&probed, memory_order_relaxed);

	if (!found) {
		found = learn_features();
	}
	found &= ~PROBED;
	if (fsc_mounts_watched()) {
		return found | FSC_OS_MOUNT_EVENTS;
	}
	return found & FSC_OS_UNIQUE_MOUNT ? found : found & ~FSC_OS_VERSIONS;
}

/* At once and not on demand: a worker may be put into a chroot without /proc right after its
 * fork. */
void fsc_os_after_fork(void)
{
	fsc_threads_forked();
	if (!atomic_load(&initialised)) {
		return;
	}
	atomic_store_explicit(&probed, 0, memory_order_relaxed);
	fsc_mounts_reopen(true);
}

void fsc_os_after_unshare(void)
{
	fsc_mounts_leave_origin();
	fsc_mounts_reopen(false);
}

/* Once: the C library takes the handler away when it unloads the extension,
 * not when PHP restarts. */
void fsc_os_init(void)
{
	static atomic_flag registered = ATOMIC_FLAG_INIT;

	fsc_clock_init();
	if (current_id_mask() == ASK_MNT) {
		fsc_mounts_begin();
	}
	atomic_store(&initialised, true);
	if (!atomic_flag_test_and_set(&registered)) {
		pthread_atfork(NULL, NULL, fsc_os_after_fork);
	}
}

void fsc_os_deinit(void)
{
	atomic_store(&initialised, false);
	fsc_mounts_leave_origin();
	fsc_mounts_close();
}
