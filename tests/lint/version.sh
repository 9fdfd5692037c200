# SPDX-License-Identifier: MIT
# One version everywhere.
cd "$TOP" && : > "$TMP/found" || exit 1
header=$(sed -n 's/^#[ \t]*define[ \t]*PHP_FASTSCAN_VERSION[ \t]*"\(.*\)"/\1/p' php_fastscan.h)
[ -n "$header" ] || { echo "no PHP_FASTSCAN_VERSION in php_fastscan.h"; exit 1; }
rc=0
# same WHERE VERSION
same() { [ "$2" = "$header" ] || { echo "$1 says \"$2\", php_fastscan.h \"$header\""; rc=1; }; }
same CHANGELOG.md "$(sed -n 's/^## \[\{0,1\}\([0-9][^] ]*\).*/\1/p' CHANGELOG.md | head -n 1)"
[ ! -f composer.json ] || ! grep -q '"version"' composer.json ||
	same composer.json "$(sed -n 's/.*"version": *"\([^"]*\)".*/\1/p' composer.json | head -n 1)"
[ ! -f package.xml ] ||
	same package.xml "$(sed -n 's/.*<release>\([0-9][^<]*\)<.*/\1/p' package.xml | head -n 1)"
exit $rc
