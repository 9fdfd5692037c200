#!/bin/sh
# SPDX-License-Identifier: MIT
# deb.sh [DIR]: builds a Debian package of fastscan for the PHP of this machine, in DIR, or here.
#
# It wants php-dev, gcc, make and uthash-dev, and no root. For another PHP than that of `php`:
# PHP=php8.4. REVISION=2 is the second package of the same version; the default is 1. What comes out
# is php8.2-fastscan_0.1.0-1_amd64.deb or the like; install it by `apt-get install ./FILE`, on any
# machine with the same Debian or Ubuntu release. It is switched on by phpenmod, as PHP's own
# packages are: mods-available/fastscan.ini is yours to edit and survives upgrades.
set -eu
umask 022
die() { echo "deb.sh: $*" >&2; exit 1; }
case ${1-} in -*) sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;; esac
top=$(cd "$(dirname "$0")/.." && pwd)
out=$(cd "${1:-.}" && pwd) || die "no folder ${1-}"
php=${PHP:-php}

command -v "$php" > /dev/null || die "no $php: apt-get install php-cli"
v=$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
for tool in phpize php-config; do
	command -v "$tool$v" > /dev/null || die "no $tool$v: apt-get install php$v-dev"
done
for tool in gcc make dpkg-deb objdump strip; do
	command -v "$tool" > /dev/null || die "no $tool: apt-get install gcc make dpkg binutils"
done
[ -d "/etc/php/$v/mods-available" ] ||
	die "this PHP is none of Debian's (no /etc/php/$v/mods-available): use 'make install' instead"
api=$("php-config$v" --phpapi)
version=$(sed -n 's/^#define PHP_FASTSCAN_VERSION "\(.*\)"/\1/p' "$top/php_fastscan.h")
# 1.0.0RC1 comes before 1.0.0
version=$(printf %s "$version" | sed 's/\(alpha\|beta\|RC\)/~\1/')-${REVISION:-1}
package=php$v-fastscan

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 1' INT TERM
mkdir "$temp/build" "$temp/root"
(cd "$top" && tar cf - config.m4 Makefile.frag php_fastscan.* src) | (cd "$temp/build" && tar xf -)
if ! (cd "$temp/build" && "phpize$v" &&
	./configure --with-php-config="$(command -v "php-config$v")" LDFLAGS="-Wl,-z,relro -Wl,-z,now" \
		CFLAGS="-g -O2 -fstack-protector-strong -D_FORTIFY_SOURCE=2" &&
	make && make install INSTALL_ROOT="$temp/root") > "$temp/log" 2>&1; then
	tail -n 30 "$temp/log" >&2
	die "the build failed"
fi
so=$(find "$temp/root" -name fastscan.so)
strip --strip-unneeded "$so"
libc=$(objdump -T "$so" | sed -n 's/.*(\{0,1\}GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)

install -D -m 644 "$top/packaging/fastscan.ini" "$temp/root/etc/php/$v/mods-available/fastscan.ini"
doc=$temp/root/usr/share/doc/$package
mkdir -p "$doc"
install -m 644 "$top/README.md" "$doc/"
install -m 644 "$top/LICENSE" "$doc/copyright"
gzip -9n < "$top/CHANGELOG.md" > "$doc/changelog.gz"
install -D -m 755 "$top/tools/fastscan" "$temp/root/usr/share/$package/fastscan"
install -m 644 "$top/tools/fastscan.php" "$temp/root/usr/share/$package/"
chmod 644 "$so"

mkdir "$temp/root/DEBIAN"
echo "/etc/php/$v/mods-available/fastscan.ini" > "$temp/root/DEBIAN/conffiles"
(cd "$temp/root" && find usr -type f -exec md5sum {} +) > "$temp/root/DEBIAN/md5sums"
for sapi in apache2 cgi fpm; do
	echo "activate-noawait /etc/php/$v/$sapi/conf.d"
done > "$temp/root/DEBIAN/triggers"
cat > "$temp/root/DEBIAN/control" <<END
Package: $package
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: fastscan maintainers <maintainers@fastscan.invalid>
Section: php
Priority: optional
Installed-Size: $(du -sk "$temp/root" | cut -f 1)
Depends: phpapi-$api, php-common, libc6 (>= ${libc:-2.28})
Description: PHP extension that answers directory questions from a validated cache
 fastscan answers is_dir, file_exists, opendir, readdir, scandir, realpath and
 their relatives from directory listings that it has checked to be current.
END
# maintainer NAME WHEN ACTION: what dh_php would write
maintainer() {
	cat > "$temp/root/DEBIAN/$1" <<END
#!/bin/sh
set -e
if [ "\$1" = $2 ] && [ -e /usr/lib/php/php-maintscript-helper ]; then
	. /usr/lib/php/php-maintscript-helper
	php_invoke $3 $v ALL fastscan
fi
END
	chmod 755 "$temp/root/DEBIAN/$1"
}
maintainer postinst configure enmod
maintainer prerm remove dismod
cat >> "$temp/root/DEBIAN/postinst" <<END
if [ "\$1" = configure ]; then
	echo "fastscan is on; 'php --ri fastscan' shows it."
	echo "Its directives are in /etc/php/$v/mods-available/fastscan.ini."
fi
END

file=$out/${package}_${version}_$(dpkg --print-architecture).deb
dpkg-deb --root-owner-group --build "$temp/root" "$file" > "$temp/log" || { cat "$temp/log"; exit 1; }
echo "$file"
