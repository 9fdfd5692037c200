# SPDX-License-Identifier: MIT
# needs: extension
# Every command in the documents is run: the fenced sh blocks, each in a copy of the checkout, with
# a `php` that has the extension loaded. A comment in the line above a block says what is otherwise:
#
#	<!-- run by FILE -->     that test runs it; its commands must be found there
#	<!-- not run: REASON -->
#
# And every link to a file leads to one.
cd "$TOP" || exit 1
"$PHP" -n tests/lint/documents.php list README.md CONTRIBUTING.md SECURITY.md docs/*.md \
	src/ARCHITECTURE.md > "$TMP/blocks" || { grep -v '^[0-9]* [^ ]*$' "$TMP/blocks"; exit 1; }
rm -rf "$TMP/bin" "$TMP/copy"
mkdir -p "$TMP/bin" "$TMP/copy"
cat > "$TMP/bin/php" <<END
#!/bin/sh
case " \$* " in
*/modules/fastscan.so\ *) exec "$PHP" -n "\$@" ;;
*) exec "$PHP" -n -d extension="$SO" -d display_errors=1 "\$@" ;;
esac
END
printf '#!/bin/sh\n[ "$1" = -u ] && shift 2\nexec "$@"\n' > "$TMP/bin/sudo"
for tool in phpize php-config; do
	printf '#!/bin/sh\nexec "%s" "$@"\n' "${PHP_CONFIG%php-config*}$tool${PHP_CONFIG##*php-config}" \
		> "$TMP/bin/$tool"
done
chmod 755 "$TMP"/bin/*
(cd "$B" && tar cf - --exclude=.libs .) | (cd "$TMP/copy" && tar xf - && git init -q . && git add -A)
rc=0
while read -r number place; do
	"$PHP" -n tests/lint/documents.php show "$place" > "$TMP/block.sh"
	(cd "$TMP/copy" && PATH="$TMP/bin:$PATH" timeout 300 sh -e "$TMP/block.sh") \
		> "$TMP/out" 2>&1 < /dev/null
	status=$?
	if [ "$status" != 0 ] || grep -qE '^(PHP )?(Warning|Fatal error|Parse error|Deprecated):' "$TMP/out"; then
		echo "$place: status $status"
		tail -n 12 "$TMP/out"
		rc=1
	fi
done < "$TMP/blocks"
echo "$(grep -c . "$TMP/blocks") blocks of commands run"
exit $rc
