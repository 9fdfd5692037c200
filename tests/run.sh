#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Installs what is missing, builds fastscan and runs its tests:   sh tests/run.sh [STAGE...]
#
# Stages, in the order of a run without arguments:
#   lint      layers, source lists, lengths, generated files, README against the extension
#   build     gcc and clang, no warning allowed
#   unit      src/core without PHP: gcc; gcc and clang with ASan and UBSan; threads by TSan
#   wine      src/platform for Windows and the core's unit tests, by mingw-w64 under wine
#   fuzz      the fuzz targets over their corpus; fuzzing itself only if FASTSCAN_SOAK=1
#   phpt      `make test`, then all phpt files as root and as nobody, with opcache and JIT, by mode
#   phpsrc    PHP's own tests of files, folders, SPL and open_basedir: as without fastscan
#   racy      directories that change right after they were read, on many file systems
#   memory    a cache filled far past its size, a directory too large for it
#   cases     the acceptance cases, if they are there
#   bench     the benchmarks of freshness and of the field reports on a small tree: that they work, that
#             the mount's own log shows each directory asked for, that no update of a copy is missed
#   real      WordPress, Symfony Finder, PHPUnit, Composer, Twig and Laravel over Debian's packages
#   tools     the status page and the command line; beside APCu, Xdebug and a profiler
#   asan      the phpt suite with an ASan and UBSan build
#   coverage  lines that the unit tests, the fuzz corpus and the asan stage run, with bounds;
#             only if FASTSCAN_COVERAGE=1
#   valgrind  the phpt suite under memcheck
#   versions  build and phpt with PHP 7.4, 8.2, 8.4 and 8.5, only if FASTSCAN_VERSIONS=1 (versions.sh)
#   zts       build and phpt with a debug PHP with threads, only if FASTSCAN_ZTS=1
#   packages  install, upgrade and removal on bare Debians, only if FASTSCAN_PACKAGES=1 (packages.sh)
#   guest     isolation of mounts on a kernel of before 6.8, only if FASTSCAN_GUEST=1 (guest.sh)
#   soak      tests/soak, only if FASTSCAN_SOAK=1
#
# Environment:
#   PHP=php8.4             the PHP to test, with the phpize and php-config of its version
#   FASTSCAN_CASES=DIR     the acceptance cases; default: shared/cases beside the checkout
#   FASTSCAN_WORK=DIR      work here and keep it: an unchanged source is not built again
#   FASTSCAN_KEEP=1        keep the work folder (that of a failed run is always kept)
#   FASTSCAN_NO_INSTALL=1  install nothing
#   FASTSCAN_FULL=1        every combination of the phpt matrix, all of phpsrc and memcheck
#   FASTSCAN_MODES=MODES   the modes of memcheck: "strict request"
#   FASTSCAN_CACHE=DIR     keep what is downloaded and takes long to build: PHP, its source, chroots
#   FASTSCAN_TESTS=PATTERN only phpt files whose path matches this grep -E pattern
#   FASTSCAN_TMP=DIR       where the phpt files make their trees: another file system
#   FASTSCAN_SETTLE_MS=N   how long they take a change there to be too fresh to be kept
#   FASTSCAN_SOAK=1        long runs too
#   FASTSCAN_BROWSER=1     the status page in Chromium too
#   FASTSCAN_JOBS=N        parallel jobs; default: the number of processors
#
# Without arguments, and where there is more than one processor, two stages run at a time (common.sh).
#
# The checkout is only read; everything happens in a copy. The last line is "N passed, N failed, N
# skipped", and the exit status is 1 if anything failed, 2 if the run could not start.

set -u
umask 022
LC_ALL=C.UTF-8
export LC_ALL
TOP=$(cd "$(dirname "$0")/.." && pwd)

all_stages="lint build unit wine fuzz phpt phpsrc racy memory cases bench real tools asan coverage"
all_stages="$all_stages valgrind versions zts packages guest soak"
for stage; do
	case " $all_stages " in
		*" $stage "*) ;;
		*) sed -n '4,/^$/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
	esac
done
[ $# -gt 0 ] || set -- $all_stages

. "$TOP/tests/stages/common.sh"
. "$TOP/tests/stages/install.sh"
for stage in $all_stages; do
	. "$TOP/tests/stages/$stage.sh"
done

prepare_work
install_packages
find_tools
run_stages "$@"
summary
