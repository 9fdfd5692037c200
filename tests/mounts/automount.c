/* SPDX-License-Identifier: MIT */
/*
 * An automounter, as small as can be, for tests.
 *
 *     automount POINT SOURCE COMMAND ARG...
 *
 * Makes POINT an autofs mount point below which each name NAME is bound to SOURCE/NAME when it is
 * first used, if there is such a folder; runs the command, unmounts all and ends with its status;
 * 77 if this machine cannot mount it. To be run in a mount namespace of its own.
 *
 * The kernel lets the processes of one process group, the automounter's, see POINT as it is; the
 * command gets a group of its own.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <linux/auto_fs.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *point, *source;

static int bind_name(const char *name)
{
	char from[PATH_MAX], to[PATH_MAX];
	struct stat st;

	snprintf(from, sizeof from, "%s/%s", source, name);
	snprintf(to, sizeof to, "%s/%s", point, name);
	if (stat(from, &st) || !S_ISDIR(st.st_mode)) {
		return -1;
	}
	mkdir(to, 0755);
	return mount(from, to, NULL, MS_BIND, NULL);
}

static void serve(int requests, int root)
{
	union autofs_v5_packet_union packet;

	/* Whole packets or nothing: the kernel writes them at once. */
	while (read(requests, &packet, sizeof packet) > 0) {
		if (packet.hdr.type == autofs_ptype_missing_indirect) {
			int failed = bind_name(packet.v5_packet.name);

			ioctl(root, failed ? AUTOFS_IOC_FAIL : AUTOFS_IOC_READY,
				packet.v5_packet.wait_queue_token);
		}
	}
}

static pid_t run(char **command)
{
	pid_t child = fork();

	if (child == 0) {
		setpgid(0, 0);
		execvp(command[0], command);
		_exit(127);
	}
	return child;
}

int main(int argc, char **argv)
{
	char options[100];
	int ends[2], root, status = 0;
	pid_t server, child;

	if (argc < 4 || pipe2(ends, O_CLOEXEC | O_DIRECT)) {
		return 2;
	}
	point = argv[1];
	source = argv[2];
	setpgid(0, 0);
	snprintf(options, sizeof options, "fd=%d,pgrp=%d,minproto=5,maxproto=5,indirect", ends[1],
		(int) getpgrp());
	if (mount("automount", point, "autofs", 0, options)) {
		perror("autofs");
		return 77;
	}
	root = open(point, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	server = fork();
	if (server == 0) {
		serve(ends[0], root);
		_exit(0);
	}
	child = run(argv + 3);
	waitpid(child, &status, 0);
	ioctl(root, AUTOFS_IOC_CATATONIC, 0);
	kill(server, SIGKILL);
	waitpid(server, NULL, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
