/* SPDX-License-Identifier: MIT */
/*
 * changer.c: another process that changes directories on command, and tells the truth about them.
 *
 *     changer BASE SEEN
 *
 * Reads lines "OPERATION DIRECTORY NAME [NAME2]", changes BASE/DIRECTORY, and answers each with one
 * line: "1" if the change left both times of SEEN/DIRECTORY as they were (SEEN is BASE as the
 * reader of the directory sees it: on a latency mount BASE is the source below it), else "0"; then
 * what BASE/DIRECTORY now holds, one " NAME:TYPE" each (f, d, l). Without PHP, so no cache of any
 * kind is involved.
 *
 *     c create a file     m mkdir     s symlink to ../anchor
 *     u unlink            d rmdir     n rename NAME to NAME2
 *     l only look
 *     R remove the directory with all that is in it, make it again and create NAME in it
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 4096

static void die(const char *what)
{
	fprintf(stderr, "changer: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void create(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);

	if (fd < 0) {
		die(path);
	}
	close(fd);
}

static void remove_within(const char *directory)
{
	char path[PATH_SIZE * 2];
	struct dirent *entry;
	DIR *dir = opendir(directory);

	if (!dir) {
		die(directory);
	}
	while ((entry = readdir(dir))) {
		snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") && remove(path)) {
			die(path);
		}
	}
	closedir(dir);
}

static void change(char operation, const char *directory, const char *name, const char *second)
{
	char path[PATH_SIZE * 2], other[PATH_SIZE * 2];
	int failed = 0;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	snprintf(other, sizeof other, "%s/%s", directory, second);
	switch (operation) {
	case 'c': create(path); break;
	case 'u': failed = unlink(path); break;
	case 'm': failed = mkdir(path, 0755); break;
	case 'd': failed = rmdir(path); break;
	case 's': failed = symlink("../anchor", path); break;
	case 'n': failed = rename(path, other); break;
	case 'R':
		remove_within(directory);
		if (rmdir(directory) || mkdir(directory, 0755)) {
			die(directory);
		}
		create(path);
		break;
	case 'l': break;
	default: errno = EINVAL; failed = 1;
	}
	if (failed) {
		die(path);
	}
}

static char type_of(const char *directory, const char *name)
{
	char path[PATH_SIZE * 2];
	struct stat st;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	if (lstat(path, &st)) {
		die(path);
	}
	return S_ISDIR(st.st_mode) ? 'd' : S_ISLNK(st.st_mode) ? 'l' : 'f';
}

static void tell(const char *directory)
{
	struct dirent *entry;
	DIR *dir = opendir(directory);

	if (!dir) {
		die(directory);
	}
	while ((entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
			printf(" %s:%c", entry->d_name, type_of(directory, entry->d_name));
		}
	}
	closedir(dir);
}

static int times_equal(const struct stat *a, const struct stat *b)
{
	return !memcmp(&a->st_ctim, &b->st_ctim, sizeof a->st_ctim) &&
		!memcmp(&a->st_mtim, &b->st_mtim, sizeof a->st_mtim);
}

int main(int argc, char **argv)
{
	char line[512], directory[PATH_SIZE], seen[PATH_SIZE];
	char operation, where[64], name[64], second[64];
	struct stat before, after;

	if (argc != 3) {
		fprintf(stderr, "usage: changer BASE SEEN\n");
		return 2;
	}
	while (fgets(line, sizeof line, stdin)) {
		second[0] = '\0';
		if (sscanf(line, "%c %63s %63s %63s", &operation, where, name, second) < 3) {
			errno = EINVAL;
			die(line);
		}
		snprintf(directory, sizeof directory, "%s/%s", argv[1], where);
		snprintf(seen, sizeof seen, "%s/%s", argv[2], where);
		if (stat(seen, &before)) {
			die(seen);
		}
		change(operation, directory, name, second);
		if (stat(seen, &after)) {
			die(seen);
		}
		printf("%d", times_equal(&before, &after));
		tell(directory);
		putchar('\n');
		fflush(stdout);
	}
	return 0;
}
