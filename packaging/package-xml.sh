#!/bin/sh
# SPDX-License-Identifier: MIT
# package-xml.sh write|check: the list of files in package.xml, which PECL needs, comes from git.
#
# A package holds what is needed to build, to use and to understand the extension. Its tests are in
# the checkout and in the release's archive: they bring their own runner and want a whole machine.
# `check` says what differs and exits with 1; where there is no git, with 77.
set -eu
cd "$(dirname "$0")/.."
what=${1-}
case $what in
write | check) ;;
*)
	sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac
git rev-parse --git-dir > /dev/null 2>&1 || { echo "no git to compare with"; exit 77; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

# Roles are PECL's: src is what a build reads; doc and data are copied to folders of PEAR's.
git ls-files -co --exclude-standard | LC_ALL=C sort -u | while IFS= read -r file; do
	[ -f "$file" ] || continue
	case $file in
	config.m4 | config.w32 | Makefile.frag | php_fastscan.* | src/*.[ch] | src/*.stub.php) role=src ;;
	*.md | LICENSE | packaging/fastscan.ini)
		case $file in tests/* | benchmarks/*) continue ;; esac
		role=doc
		;;
	tools/*) role=data ;;
	*) continue ;;
	esac
	printf '   <file name="%s" role="%s"/>\n' "$file" "$role"
done > "$temp/list"

awk -v list="$temp/list" '
	/<dir name="\/">/ {print; while ((getline line < list) > 0) print line; inside = 1; next}
	/<\/dir>/ {inside = 0}
	!inside {print}' package.xml > "$temp/package.xml"
if [ "$what" = write ]; then
	cmp -s "$temp/package.xml" package.xml || cp "$temp/package.xml" package.xml
elif ! diff package.xml "$temp/package.xml"; then
	echo "package.xml does not list the files of this checkout: sh packaging/package-xml.sh write"
	exit 1
fi
