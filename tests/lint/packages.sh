# SPDX-License-Identifier: MIT
# needs: extension
# What installers read: package.xml's list of files is git's, PEAR and Composer accept their files,
# composer.json says what PIE expects, and the reference and the example of a configuration are
# those that README and the stub make.
cd "$TOP" && : > "$TMP/found" || exit 1
rc=0
sh packaging/package-xml.sh check
case $? in 0 | 77) ;; *) rc=1 ;; esac
"$PHP" -n packaging/reference.php check || rc=1
if command -v pecl > /dev/null; then
	pecl package-validate package.xml > "$TMP/pecl" 2>&1
	# a package is made on one day and looked at on others
	sed -i '/Release Date .* is not today/d' "$TMP/pecl"
	grep -q 'Validation: 0 error(s)' "$TMP/pecl" && ! grep -qi '^\(warning\|error\):' "$TMP/pecl" ||
		{ cat "$TMP/pecl"; rc=1; }
else
	echo "no pecl: package.xml is not validated"
fi
if command -v composer > /dev/null; then
	# Composer before 2.8 does not know of php-ext, and says so only where publishing is checked
	COMPOSER_ALLOW_SUPERUSER=1 composer validate --no-interaction --no-check-publish composer.json \
		> "$TMP/composer" 2>&1 || { cat "$TMP/composer"; rc=1; }
else
	echo "no composer: composer.json is not validated"
fi
"$PHP" -n -d extension="$SO" tests/lint/packages.php || rc=1
# What the Dockerfile copies is all that a build needs: the extension's own rules are tried elsewhere.
rm -rf "$TMP/docker"
mkdir "$TMP/docker"
for copied in $(sed -n 's/^COPY \(.*\) [^ ]*$/\1/p' packaging/docker/Dockerfile); do
	cp -R "$copied" "$TMP/docker/" || rc=1
done
sed -n '/fastscan_sources="/,/^  "/p' config.m4 | grep -o '[A-Za-z0-9_/]*\.c' |
	while IFS= read -r source; do
		[ -f "$TMP/docker/$source" ] || echo "the Dockerfile does not copy $source"
	done > "$TMP/uncopied"
[ ! -s "$TMP/uncopied" ] || { cat "$TMP/uncopied"; rc=1; }
# every directive set to its default, by the example itself
sed 's/^;\(fastscan\.\)/\1/; /^extension *=/d' packaging/fastscan.ini > "$TMP/all.ini"
"$PHP" -c "$TMP/all.ini" -d extension="$SO" -d display_startup_errors=1 -d display_errors=1 \
	-r 'exit(count(array_filter(ini_get_all("fastscan"), function ($d) {
		return $d["global_value"] !== $d["local_value"]; })));' > "$TMP/ini" 2>&1 || rc=1
[ ! -s "$TMP/ini" ] || { cat "$TMP/ini"; rc=1; }
exit $rc
