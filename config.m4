dnl SPDX-License-Identifier: MIT
dnl Build of fastscan under phpize. Windows has its own list in
dnl config.w32; tests/lint/sources.sh compares both with src/.

PHP_ARG_ENABLE([fastscan],
  [whether to enable fastscan],
  [AS_HELP_STRING([--enable-fastscan],
    [Answer directory questions from a validated cache])])

PHP_ARG_WITH([uthash],
  [where uthash.h is],
  [AS_HELP_STRING([--with-uthash=DIR],
    [fastscan: folder of uthash.h, or its prefix; default: the compiler's own search path])],
  [yes],
  [no])

if test "$PHP_FASTSCAN" != "no"; then
  AC_MSG_CHECKING([for a PHP that fastscan supports])
  if test -n "$PHP_CONFIG"; then
    fastscan_php=`$PHP_CONFIG --vernum`
  else
    fastscan_php=$PHP_VERSION_ID
  fi
  if test "${fastscan_php:-0}" -lt 70400; then
    AC_MSG_RESULT([no])
    AC_MSG_ERROR([
fastscan needs PHP 7.4 or later, and ${PHP_CONFIG:-this one} says ${fastscan_php:-nothing}.
  If you have a newer PHP, run its phpize, then: ./configure --with-php-config=/path/to/php-config
])
  fi
  AC_MSG_RESULT([yes])

  if test -n "$phpincludedir" && test ! -f "$phpincludedir/main/php.h"; then
    AC_MSG_ERROR([
PHP's headers are not in $phpincludedir.
  Debian, Ubuntu:        apt-get install php-dev, of the version that 'php -v' says (php8.2-dev)
  Fedora, openSUSE:      the package php-devel
  several PHPs:          ./configure --with-php-config=/path/to/the/right/php-config
])
  fi

  fastscan_uthash=
  if test "$PHP_UTHASH" != "yes" && test "$PHP_UTHASH" != "no"; then
    AC_MSG_CHECKING([for uthash.h in $PHP_UTHASH])
    for fastscan_dir in "$PHP_UTHASH" "$PHP_UTHASH/include" "$PHP_UTHASH/src"; do
      if test -f "$fastscan_dir/uthash.h"; then
        fastscan_uthash=$fastscan_dir
        break
      fi
    done
    if test -z "$fastscan_uthash"; then
      AC_MSG_ERROR([no uthash.h in $PHP_UTHASH, its include or its src folder])
    fi
    AC_MSG_RESULT([$fastscan_uthash])
  else
    AC_CHECK_HEADER([uthash.h], [], [AC_MSG_ERROR([
fastscan needs the header uthash.h, which is not installed.
  Debian, Ubuntu:        apt-get install uthash-dev
  Fedora, openSUSE:      the package uthash-devel
  anywhere else:         ./configure --with-uthash=DIR, DIR being the folder that holds uthash.h
])])
  fi

  dnl One file per line, nothing by pattern: what is built is what is written here.
  fastscan_sources="
    php_fastscan.c
    src/php/activate.c
    src/php/advice.c
    src/php/ahead.c
    src/php/answer.c
    src/php/basedir.c
    src/php/changes.c
    src/php/changes_paths.c
    src/php/changes_streams.c
    src/php/changes_strict.c
    src/php/dirfuncs.c
    src/php/dirstream.c
    src/php/glob.c
    src/php/hooks.c
    src/php/include.c
    src/php/info.c
    src/php/ini.c
    src/php/local_path.c
    src/php/probe.c
    src/php/profile.c
    src/php/realpath.c
    src/php/shared.c
    src/php/spl.c
    src/php/userland.c
    src/php/wrapper.c
    src/php/zend_extension.c
    src/core/absence.c
    src/core/ahead.c
    src/core/ahead_request.c
    src/core/ahead_scan.c
    src/core/ahead_slots.c
    src/core/counters.c
    src/core/dir.c
    src/core/engine.c
    src/core/fence.c
    src/core/fill.c
    src/core/hit.c
    src/core/lifecycle.c
    src/core/list.c
    src/core/marks.c
    src/core/memory.c
    src/core/mounts.c
    src/core/path.c
    src/core/period.c
    src/core/policy.c
    src/core/pool.c
    src/core/pool_helpers.c
    src/core/pool_pace.c
    src/core/reader.c
    src/core/real.c
    src/core/report.c
    src/core/shared.c
    src/core/snapshot.c
    src/core/store.c
    src/core/store_read.c
    src/core/store_workers.c
    src/core/store_write.c
    src/core/stored.c
    src/core/trail.c
    src/core/validate.c
    src/core/verify.c
    src/core/version.c
    src/core/view.c
    src/core/walk.c
    src/core/warm.c
    src/platform/globbing.c
    src/platform/linux_mounts.c
    src/platform/posix.c
    src/platform/posix_clock.c
    src/platform/posix_creds.c
    src/platform/posix_shm.c
    src/platform/posix_threads.c
  "

  dnl PHP's own headers and uthash do not compile cleanly with -Wextra: naming them as system
  dnl folders silences only them.
  fastscan_system=
  if test -n "$fastscan_uthash"; then
    fastscan_system="-isystem $fastscan_uthash"
  fi
  if test -n "$phpincludedir"; then
    for fastscan_dir in "" /main /Zend /TSRM /ext; do
      fastscan_system="$fastscan_system -isystem $phpincludedir$fastscan_dir"
    done
  fi

  PHP_ADD_LIBRARY([pthread], [], [FASTSCAN_SHARED_LIBADD])
  PHP_SUBST([FASTSCAN_SHARED_LIBADD])

  fastscan_cflags="-std=gnu11 -Wall -Wextra -fvisibility=hidden -pthread"
  fastscan_cflags="$fastscan_cflags -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
  PHP_NEW_EXTENSION([fastscan], [$fastscan_sources], [$ext_shared],,
    [$fastscan_cflags -I@ext_srcdir@ $fastscan_system])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/php])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/core])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/platform])
  PHP_ADD_MAKEFILE_FRAGMENT
fi
