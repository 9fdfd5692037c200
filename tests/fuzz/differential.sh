#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Random changes and questions with fastscan and without (differential/README.md), in each mode, with
# verify 0 and 100, as root and as nobody:
#
#	sh tests/fuzz/differential.sh SO STEPS [MODE...]
#
# THREADS=4 forces helper threads on local file systems, and gives them time to work.
# STEPS is for each mode; with SECONDS set each of its four parts ends after so many at the latest.
# SEED (default 1) is the first one's, and the others' are the next. OUT (default: a temporary folder)
# is where the trees lie: the file system that is tested. One line for each part, "ok ..." or
# "not ok ..."; what was found stays in $OUT.

set -u
HERE=$(cd "$(dirname "$0")" && pwd)
PHP=${PHP:-php}
so=${1:?"usage: differential.sh SO STEPS [MODE...]"}
steps=${2:?"usage: differential.sh SO STEPS [MODE...]"}
shift 2
[ $# -gt 0 ] || set -- strict request interval never
OUT=${OUT:-$(mktemp -d "${TMPDIR:-/tmp}/fastscan-fuzz.XXXXXX")}
mkdir -p "$OUT" || exit 2
seed=${SEED:-1}
rc=0
# short runs too are to see several configurations
together=25
[ "$steps" -ge 20000 ] || together=2

posix=
$PHP -n -m | grep -qx posix || posix="-d extension=posix"
if ! $PHP -n $posix -r 'exit(function_exists("posix_kill") && function_exists("pcntl_fork") ? 0 : 1);'; then
	echo "skipped: needs PHP's extensions posix and pcntl"
	exit 77
fi

# part USER MODE VERIFY STEPS OPTION...
part() {
	part_user=$1 part_mode=$2 part_verify=$3 part_steps=$4
	shift 4
	part_name="$part_mode verify=$part_verify $part_user${1:+ $*}"
	part_dir=$OUT/$part_mode-$part_verify-$part_user
	mkdir -p "$part_dir"
	set -- $PHP -n $posix -d realpath_cache_size=0 "$HERE/differential.php" --extension="$so" \
		--mode="$part_mode" --verify="$part_verify" --seed="$seed" --steps="$part_steps" \
		--seconds="${SECONDS:-1000000}" --folder="$part_dir/run" \
		--together="$together" ${THREADS:+--idle=8 --set="fastscan.prefetch_threads=$THREADS"} "$@"
	if [ "$part_user" != "$(id -un)" ]; then
		chown "$part_user" "$part_dir"
		set -- setpriv --reuid="$part_user" --regid="$(id -g "$part_user")" --clear-groups "$@"
	fi
	"$@" > "$part_dir/log" 2>&1 < /dev/null
	part_rc=$?
	part_line=$(tail -n 1 "$part_dir/log")
	case $part_rc:$part_line in
		0:ok*) echo "ok $part_name: $part_line" ;;
		*) echo "not ok $part_name: $part_line ($part_dir/log)"; rc=1 ;;
	esac
	seed=$((seed + 1))
}

me=$(id -un)
other=$me
if [ "$me" = root ] && command -v setpriv > /dev/null &&
	setpriv --reuid=nobody --clear-groups test -r "$so" -a -r "$HERE/differential.php"; then
	other=nobody
	chmod 755 "$OUT"
fi
for mode; do
	part "$other" "$mode" 0 $((steps * 6 / 10))
	part "$me" "$mode" 0 $((steps * 2 / 10)) --foreign=0
	part "$other" "$mode" 100 $((steps / 10))
	part "$me" "$mode" 100 $((steps / 10)) --foreign=0 --server
done
exit $rc
