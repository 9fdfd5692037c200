# SPDX-License-Identifier: MIT
# src/php/*_arginfo.h is what PHP 8.2's gen_stub.php makes of the stub. Other versions of it write
# the same thing differently: there only the stub's hash is compared.
# To write the headers:   sh tests/lint/arginfo.sh write
: "${TOP:=$(cd "$(dirname "$0")/../.." && pwd)}" "${TMP:=$(mktemp -d)}"
: "${PHP:=php}" "${PHP_CONFIG:=php-config}"
cd "$TOP" && : > "$TMP/found" || exit 1
stub=src/php/fastscan.stub.php
[ -f "$stub" ] || { echo "no $stub"; exit 1; }

if [ "${1-}" != write ]; then
	sum='echo sha1(str_replace("\r\n", "\n", file_get_contents($argv[1])));'
	hash=$("$PHP" -n -r "$sum" "$stub")
	for header in src/php/*_arginfo.h; do
		grep -q "Stub hash: $hash" "$header" || {
			echo "$header was not made from this stub: sh tests/lint/arginfo.sh write"
			exit 1
		}
	done
fi

case $("$PHP_CONFIG" --version) in
	8.2.*) ;;
	*) echo "hash compared only: this is not PHP 8.2"; exit 0 ;;
esac
lib=$("$PHP_CONFIG" --prefix)/lib/php
generator=$lib/$(basename "$("$PHP_CONFIG" --extension-dir)")/build/gen_stub.php
[ -f "$generator" ] || generator=$lib/build/gen_stub.php
[ -f "$generator" ] || { echo "no gen_stub.php"; exit 77; }
parser=/usr/share/php/PhpParser
[ -d "$parser" ] || { echo "no php-parser"; exit 77; }

# gen_stub.php downloads the parser unless a folder of a certain version lies beside it.
version=$(sed -n 's/^ *\$version = "\([0-9.]*\)";/\1/p' "$generator" | head -n 1)
rm -rf "$TMP/gen"
mkdir -p "$TMP/gen/PHP-Parser-$version/lib" "$TMP/gen/src"
cp "$generator" "$TMP/gen/"
ln -s "$parser" "$TMP/gen/PHP-Parser-$version/lib/PhpParser"
cp "$stub" "$TMP/gen/src/"
"$PHP" "$TMP/gen/gen_stub.php" "$TMP/gen/src/$(basename "$stub")" > "$TMP/gen.log" 2>&1 || {
	cat "$TMP/gen.log"
	exit 1
}
for made in "$TMP"/gen/src/*_arginfo.h; do
	if [ "${1-}" = write ]; then
		cp "$made" src/php/
	else
		diff -u "src/php/$(basename "$made")" "$made" || {
			echo "regenerate: sh tests/lint/arginfo.sh write"
			exit 1
		}
	fi
done
