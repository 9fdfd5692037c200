#!/bin/sh
# SPDX-License-Identifier: MIT
#
# PHP's own source:   PHP=php8.2 sh source.sh DIR
#
# Downloads to DIR, and prints the path of, the upstream archive of the source package that the
# Debian or Ubuntu package of $PHP was built from, or of the newest that can be had, from the
# archives that this machine's apt lists, by a source list of its own. Exit 77 if it cannot be had;
# the last line says why.

set -u
dir=$1
if [ -s "$dir/archive" ]; then
	cat "$dir/archive"
	exit 0
fi

cannot() { echo "PHP's source cannot be had: $*"; exit 77; }

command -v apt-get > /dev/null || cannot "no apt-get"
command -v xz > /dev/null || cannot "no xz"
binary=$(readlink -f "$(command -v "$PHP")")
package=$(dpkg-query -S "$binary" 2> /dev/null | sed -n '1s/:.*//p')
[ -n "$package" ] || package=php$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')-cli
name=$(dpkg-query -W -f '${source:Package}' "$package" 2> /dev/null)
wanted=$(dpkg-query -W -f '${source:Version}' "$package" 2> /dev/null)
[ -n "$name" ] || name=${package%-cli}

rm -rf "$dir"
mkdir -p "$dir/lists/partial" || exit 1
for ring in /usr/share/keyrings/debian-archive-keyring.gpg \
	/usr/share/keyrings/ubuntu-archive-keyring.gpg; do
	[ ! -f "$ring" ] || keys=${keys:+$keys,}$ring
done
apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' \
	'Created-By: Packages' 2> /dev/null | sort -u |
	while read -r origin uri release component; do
		case $origin in
			Debian | Ubuntu) echo "deb-src ${keys:+[signed-by=$keys] }$uri $release $component" ;;
		esac
	done > "$dir/sources.list"
[ -s "$dir/sources.list" ] || cannot "apt has no list of an archive; apt-get update"

options="-o Dir::Etc::sourcelist=$dir/sources.list -o Dir::Etc::sourceparts=-"
options="$options -o Dir::State::lists=$dir/lists -o APT::Sandbox::User=root"
(
	cd "$dir" && apt-get $options update || exit 1
	versions=$(apt-cache $options showsrc --only-source "$name" | sed -n 's/^Version: //p' | sort -rVu)
	for version in $(echo "$versions" | grep -Fx -- "$wanted") $versions; do
		# an archive may list a version whose files are gone
		apt-get $options source --download-only "$name=$version" && exit 0
	done
	exit 1
) > "$dir/log" 2>&1 < /dev/null || cannot "$(grep '^[EW]:' "$dir/log" | tail -n 1)"
archive=$(ls "$dir/$name"_*.orig.tar.xz 2> /dev/null | tail -n 1)
[ -n "$archive" ] || cannot "no upstream archive in the source package $name"
rm -rf "$dir/lists"
printf '%s\n' "$archive" | tee "$dir/archive"
