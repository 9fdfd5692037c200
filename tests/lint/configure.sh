# SPDX-License-Identifier: MIT
# needs: extension
# A configure that cannot go on says what to do: no uthash.h, no PHP headers, a PHP too old.
cd "$TMP" || exit 1
rc=0

# fake_php_config NAME OPTION ANSWER: as the real one, but for OPTION
fake_php_config() {
	cat > "$TMP/$1" <<END
#!/bin/sh
[ "\$1" = "$2" ] && { echo "$3"; exit; }
exec "$PHP_CONFIG" "\$@"
END
	chmod 755 "$TMP/$1"
}
# A compiler that has never heard of uthash.
cat > "$TMP/cc" <<'END'
#!/bin/sh
if [ -f conftest.c ] && grep -q uthash conftest.c; then
	echo "uthash.h: No such file or directory" >&2
	exit 1
fi
exec gcc "$@"
END
chmod 755 "$TMP/cc"

# fails_saying WORDS... -- OPTION...: configure ends with an error that has all words
fails_saying() {
	: > "$TMP/wanted"
	while [ "$1" != -- ]; do
		printf '%s\n' "$1" >> "$TMP/wanted"
		shift
	done
	shift
	rm -rf "$TMP/out"
	mkdir "$TMP/out"
	if (cd "$TMP/out" && "$B/configure" "$@") > "$TMP/configure" 2>&1 < /dev/null; then
		echo "configure $* succeeds"
		rc=1
	fi
	while IFS= read -r word; do
		grep -qF -e "$word" "$TMP/configure" || {
			echo "configure $* does not say: $word"
			tail -n 8 "$TMP/configure"
			rc=1
		}
	done < "$TMP/wanted"
}

with_php=--with-php-config=$PHP_CONFIG
fails_saying "needs the header uthash.h" "apt-get install uthash-dev" "--with-uthash=DIR" -- \
	"$with_php" CC="$TMP/cc"
fails_saying "no uthash.h in /nonexistent" -- "$with_php" --with-uthash=/nonexistent
fake_php_config old --vernum 70333
fails_saying "needs PHP 7.4 or later" "says 70333" "--with-php-config" -- \
	--with-php-config="$TMP/old"
fake_php_config headless --include-dir /nonexistent/php
fails_saying "headers are not in /nonexistent/php" "apt-get install php-dev" -- \
	--with-php-config="$TMP/headless"
exit $rc
