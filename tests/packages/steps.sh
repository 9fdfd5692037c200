# SPDX-License-Identifier: MIT
# Sourced by the scripts beside it, which tests/stages/packages.sh runs, each in a Debian of its own
# on which nothing is installed. A step is one line, "ok NAME" or "not ok NAME", after which the
# script ends: the later ones build on it.

set -u
PATH=/usr/sbin:/usr/bin:/sbin:/bin
DEBIAN_FRONTEND=noninteractive
export PATH DEBIAN_FRONTEND
src=/tmp/fastscan
cd "$src" || exit 1

# step NAME COMMAND...
step() {
	step_name=$1
	shift
	step_start=$(date +%s)
	if "$@" > /tmp/step.log 2>&1 < /dev/null; then
		echo "ok $step_name"
		echo "# $(($(date +%s) - step_start)) s"
		return
	fi
	sed 's/^/# /' /tmp/step.log | tail -n 40
	echo "not ok $step_name"
	exit 1
}

install() { apt-get -q install -y --no-install-recommends "$@"; }
lists() { apt-get -q update; }
php_v() { php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'; }

# ri VERSION: PHP loads it without a word of complaint, and it is that version
ri() {
	php --ri fastscan > /tmp/ri 2>&1
	cat /tmp/ri
	grep -q "^Version => $1\$" /tmp/ri && ! grep -qi warning /tmp/ri
}
works() { php "$src/tests/packages/works.php"; }
# gone: PHP starts in silence and without it
gone() { php -m > /tmp/m 2>&1 && ! grep -qi fastscan /tmp/m; }
version() { sed -n 's/^#define PHP_FASTSCAN_VERSION "\(.*\)"/\1/p' "$src/php_fastscan.h"; }
# next_version FILE...: from now on they say 99.0.0
next_version() { sed -i "s/\"$(version)\"/\"99.0.0\"/; s/<release>$(version)</<release>99.0.0</" "$@"; }
