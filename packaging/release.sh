#!/bin/sh
# SPDX-License-Identifier: MIT
# release.sh [--snapshot] [DIR]: makes fastscan-VERSION.tar.gz of the last commit in DIR, or here,
# and the package for PECL if pecl is there, after it has checked that everything says the same, and
# that what is in the archive builds and works.
# release.sh --check: only the checks that need no build, of the files as they are now.
#
# Nothing may be uncommitted, and the newest entry of CHANGELOG.md must have a date, that of
# package.xml; --snapshot does without both. Publishing is up to you: the last lines say how.
set -eu
umask 022
top=$(cd "$(dirname "$0")/.." && pwd)
snapshot=
check=
for argument; do
	case $argument in
	--snapshot) snapshot=1 ;;
	--check) check=1 ;;
	-*)
		sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2
		exit 2
		;;
	*) out=$argument ;;
	esac
done
out=$(cd "${out:-.}" && pwd)
php=${PHP:-php}
temp=$(mktemp -d)
chmod 755 "$temp" # the tests run as nobody too
trap 'rm -rf "$temp"' EXIT
trap 'exit 1' INT TERM
die() { echo "release.sh: $*" >&2; exit 1; }

# ---- what needs no build ----

# agree WHAT COMMAND...
agree() {
	what=$1
	shift
	if ! TOP=$top TMP=$temp PHP=$php sh -c '"$@"' sh "$@" > "$temp/log" 2>&1; then
		cat "$temp/log" >&2
		die "$what"
	fi
	echo "ok   $what"
}
date_of_changelog() {
	sed -n 's/^## \[\{0,1\}[0-9][^(]*(\([^)]*\)).*/\1/p' "$top/CHANGELOG.md" | head -n 1
}
# Of the stub, without a build: the hash that gen_stub.php leaves in what it writes.
stubs_agree() {
	hash=$("$php" -n -r 'echo sha1(str_replace("\r\n", "\n", file_get_contents($argv[1])));' \
		"$top/src/php/fastscan.stub.php")
	for header in "$top"/src/php/*_arginfo.h; do
		grep -q "Stub hash: $hash" "$header" || { echo "$header is not made of the stub"; return 1; }
	done
}
# The names in the code's table of directives are those of README's.
directives_agree() {
	sed -n '/^PHP_INI_BEGIN/,/^PHP_INI_END/s/^\t\(SWITCH\|DIRECTIVE\)(\([a-z_]*\),.*/fastscan.\2/p' \
		"$top/src/php/ini.c" | sort > "$temp/code"
	sed -n 's/^| `\(fastscan\.[a-z_]*\)` | .* | [A-Z]* | .*/\1/p' "$top/README.md" | sort > "$temp/readme"
	diff "$temp/code" "$temp/readme"
}
dates_agree() {
	[ "$(date_of_changelog)" = "$(sed -n 's/.*<date>\(.*\)<.*/\1/p' "$top/package.xml")" ]
}
files_agree() {
	sh "$top/packaging/package-xml.sh" check || [ $? = 77 ]
}

cd "$top"
agree "version: header, changelog and packages" sh "$top/tests/lint/version.sh"
files_agree > "$temp/log" 2>&1 || { cat "$temp/log" >&2; die "package.xml: list of files"; }
echo "ok   package.xml: list of files"
stubs_agree > "$temp/log" 2>&1 || { cat "$temp/log" >&2; die "stubs"; }
echo "ok   stubs"
directives_agree > "$temp/log" 2>&1 || { cat "$temp/log" >&2; die "directives: code and README"; }
echo "ok   directives: code and README"
agree "reference and example of a configuration" "$php" -n "$top/packaging/reference.php" check
if [ -z "$snapshot" ]; then
	case $(date_of_changelog) in
	????-??-??) ;;
	*) [ -n "$check" ] || die "CHANGELOG.md: the newest entry has no date" ;;
	esac
	[ -n "$check" ] || dates_agree ||
		die "package.xml's date is not that of CHANGELOG.md's newest entry, $(date_of_changelog)"
fi
[ -z "$check" ] || exit 0

# ---- the archive ----

version=$(sed -n 's/^#define PHP_FASTSCAN_VERSION "\(.*\)"/\1/p' php_fastscan.h)
git rev-parse --git-dir > /dev/null 2>&1 || die "no git here"
if [ -z "$snapshot" ] && [ -n "$(git status --porcelain)" ]; then
	git status --porcelain >&2
	die "not everything is committed"
fi
archive=$out/fastscan-$version.tar.gz
git archive --format=tar --prefix="fastscan-$version/" HEAD > "$temp/archive.tar"
gzip -9n < "$temp/archive.tar" > "$archive"

# ---- what is in it ----

mkdir "$temp/archive"
tar xzf "$archive" -C "$temp/archive"
echo "     building and testing what is in the archive"
if ! (cd "$temp/archive/fastscan-$version" && FASTSCAN_NO_INSTALL=1 FASTSCAN_WORK="$temp/work" \
	FASTSCAN_TESTS='basic/|counters/|ini/|hooks/|wrong/' PHP="$php" sh tests/run.sh lint phpt) \
	> "$temp/log" 2>&1 < /dev/null; then
	tail -n 40 "$temp/log" >&2
	rm -f "$archive"
	die "what is in the archive does not pass its tests"
fi
echo "ok   the archive: $(tail -n 1 "$temp/log")"
if command -v pecl > /dev/null; then
	(cd "$temp/archive/fastscan-$version" && pecl package package.xml) > "$temp/log" 2>&1 ||
		{ cat "$temp/log" >&2; die "pecl package"; }
	mkdir "$temp/pecl"
	tar xzf "$temp/archive/fastscan-$version/fastscan-$version.tgz" -C "$temp/pecl"
	(cd "$temp/pecl/fastscan-$version" && "${PHPIZE:-phpize}" && ./configure && make) \
		> "$temp/log" 2>&1 < /dev/null || { tail -n 30 "$temp/log" >&2; die "PECL's package"; }
	said=$("$php" -n -d extension="$temp/pecl/fastscan-$version/modules/fastscan.so" \
		-r 'echo fastscan_status()["version"];')
	[ "$said" = "$version" ] || die "PECL's package says it is version \"$said\""
	cp "$temp/archive/fastscan-$version/fastscan-$version.tgz" "$out/"
	echo "ok   PECL's package"
fi
(cd "$out" && sha256sum "fastscan-$version.tar.gz")
echo "To publish: git tag -s v$version, push it, upload the archive with its sum. PIE reads the tag,"
echo "PECL takes the .tgz."
