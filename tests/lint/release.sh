# SPDX-License-Identifier: MIT
# packaging/release.sh finds every place that does not say what the others say: in a copy of the
# checkout one place after another is changed, and --check must name it.
rm -rf "$TMP/good" "$TMP/copy"
mkdir -p "$TMP/good" || exit 1
(cd "$TOP" && tar cf - --exclude=.git --exclude=modules README.md CHANGELOG.md CONTRIBUTING.md \
	SECURITY.md LICENSE composer.json package.xml php_fastscan.h docs packaging src/php \
	tests/lint) | (cd "$TMP/good" && tar xf -)
rc=0
check() { sh "$1/packaging/release.sh" --check > "$TMP/check" 2>&1 < /dev/null; }
if ! check "$TMP/good"; then
	echo "the checkout itself does not pass"
	tail -n 5 "$TMP/check"
	exit 1
fi
# finds FILE EXPRESSION WORD: after that change of FILE, --check fails and says WORD
finds() {
	rm -rf "$TMP/copy"
	cp -a "$TMP/good" "$TMP/copy"
	sed "$2" "$TMP/good/$1" > "$TMP/copy/$1"
	if cmp -s "$TMP/good/$1" "$TMP/copy/$1"; then
		echo "$1: nothing changed by $2"
		rc=1
	elif check "$TMP/copy" || ! grep -q -e "$3" "$TMP/check"; then
		echo "$1 changed by $2, and --check does not say \"$3\""
		tail -n 5 "$TMP/check"
		rc=1
	fi
}
finds php_fastscan.h 's/VERSION "[0-9.]*/VERSION "98.7/' 'version'
finds CHANGELOG.md 's/^## [0-9][0-9.]*/## 98.7/' 'CHANGELOG.md says'
finds package.xml 's/<release>[0-9][0-9.]*/<release>98.7/' 'package.xml says'
finds README.md '/^| `fastscan.verify`/d' 'directives'
finds src/php/ini.c '/^	DIRECTIVE(verify,/d' 'directives'
finds src/php/fastscan.stub.php 's/Forget every directory/Forget all/' 'stub'
finds README.md 's/^\(| `fastscan.min_uses` | \)`3`/\1`4`/' 'reference.php'
finds docs/reference.md 's/fastscan/slowscan/' 'reference.php'
finds packaging/fastscan.ini 's/^;fastscan.enable = 1/;fastscan.enable = 0/' 'reference.php'
exit $rc
