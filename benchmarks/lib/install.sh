# SPDX-License-Identifier: MIT
# Sourced: install_missing THING:PACKAGE... installs PACKAGE through apt where THING, a command or
# an absolute file name, is not there. Asks apt for all of them at once.

install_missing() {
	wanted=
	for pair in "$@"; do
		thing=${pair%%:*}
		case $thing in
		/*) [ -e "$thing" ] || wanted="$wanted ${pair#*:}" ;;
		*) command -v "$thing" >/dev/null 2>&1 || wanted="$wanted ${pair#*:}" ;;
		esac
	done
	[ -n "$wanted" ] || return 0
	sudo=
	[ "$(id -u)" = 0 ] || sudo=sudo
	if ! command -v apt-get >/dev/null || { [ -n "$sudo" ] && ! command -v sudo >/dev/null; }; then
		echo "please install:$wanted" >&2
		exit 1
	fi
	echo "installing:$wanted" >&2
	# shellcheck disable=SC2086 # a list of words
	$sudo env DEBIAN_FRONTEND=noninteractive sh -c '
		apt-get update -q && apt-get install -q -y --no-install-recommends "$@"' sh $wanted \
		>/dev/null || { echo "could not install:$wanted" >&2; exit 1; }
}
