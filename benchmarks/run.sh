#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [NAME...] [--OPTION=VALUE...]: all benchmarks, or the named ones (see README.md).
#
# Installs strace and what the latency mount needs where they are missing, builds the extension if
# it has not been built, and leaves the rest to run.php.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=benchmarks/lib/install.sh
. "$here/lib/install.sh"

install_missing strace:strace php:php-cli phpize:php-dev gcc:gcc make:make
case "$*" in
*--extension=*) ;;
*)
	if [ ! -f "$here/../modules/fastscan.so" ]; then
		install_missing /usr/include/uthash.h:uthash-dev
		(cd "$here/.." && phpize && ./configure && make -j2) >&2
	fi
	;;
esac
exec php "$here/run.php" "$@"
