# SPDX-License-Identifier: MIT
# Finds the tools and installs those that are missing, by their Debian and Ubuntu names. Sourced by
# tests/run.sh.

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# missing PACKAGE...: those not installed
missing() {
	dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
		sed -n 's/^installed //p' > "$WORK/installed"
	for package; do
		grep -qFx "$package" "$WORK/installed" || printf '%s ' "$package"
	done
}

# available PACKAGE...: those that the archive has
available() {
	apt-cache policy "$@" 2>/dev/null | awk '
		/^[^ ]/ {name = $1; sub(/:$/, "", name)}
		/^ *Candidate:/ && $2 != "(none)" {printf("%s ", name)}'
}

apt_install() {
	[ $# -gt 0 ] || return 0
	if [ "$(id -u)" != 0 ]; then
		say "   not root, so not installed: $*"
		return 1
	fi
	say "   installing $*"
	# Tests start servers of their own: those of packages are not to be started here.
	policy=/usr/sbin/policy-rc.d
	if [ -e $policy ]; then
		policy=
	else
		{ echo '#!/bin/sh' && echo 'exit 101'; } > $policy && chmod 755 $policy
	fi
	DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y \
		--no-install-recommends "$@" >> "$WORK/apt.log" 2>&1 < /dev/null
	apt_status=$?
	[ -z "$policy" ] || rm -f $policy
	return $apt_status
}

# The lists are fetched once, and only if something has to be installed.
apt_update() {
	[ -z "${apt_updated-}" ] || return 0
	apt_updated=1
	[ "$(id -u)" = 0 ] || return 0
	apt-get update >> "$WORK/apt.log" 2>&1 < /dev/null ||
		say "   apt-get update failed: $(tail -n 1 "$WORK/apt.log")"
}

# want PACKAGE...: installs what can be had; what cannot only costs the tests that need it
want() {
	wanted=$(missing "$@")
	[ -n "$wanted" ] || return 0
	apt_update
	wanted=$(available $wanted)
	[ -n "$wanted" ] || return 0
	apt_install $wanted && return 0
	[ "$(id -u)" = 0 ] || return 0
	for package in $wanted; do
		apt_install "$package" || say "   cannot install it: $(tail -n 1 "$WORK/apt.log")"
	done
}

# unpacked PACKAGE PATH [PACKAGE...]: the path of a file of a package that is not installed, but only
# unpacked, with the others; nothing if it cannot be had
unpacked() {
	unpacked=${FASTSCAN_CACHE:-$WORK}/deb/$1 unpacked_path=$2
	if [ ! -d "$unpacked" ]; then
		may_install || return 0
		apt_update > /dev/null
		rm -rf "$unpacked.new"
		mkdir -p "$unpacked.new"
		unpacked_first=$1
		shift 2
		(
			cd "$unpacked.new" && apt-get -o APT::Sandbox::User=root download "$unpacked_first" "$@" &&
				for deb in *.deb; do dpkg-deb -x "$deb" . && rm "$deb" || exit 1; done
		) >> "$WORK/apt.log" 2>&1 < /dev/null || { rm -rf "$unpacked.new"; return 0; }
		mv "$unpacked.new" "$unpacked"
	fi
	find "$unpacked" -path "*/$unpacked_path" | sort | tail -n 1
}

php_version() { "$1" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null; }

# named_or PACKAGE FALLBACK: Debian has both php8.2-dev and php-dev, other archives only one of them
named_or() {
	if is_installed "$1" || [ -n "$(available "$1")" ]; then
		say "$1"
	else
		say "$2"
	fi
}

may_install() { [ -z "${FASTSCAN_NO_INSTALL-}" ] && command -v apt-get > /dev/null; }

# install_packages: what all stages need, and all that belongs to PHP
install_packages() {
	may_install || return 0
	say "== packages"
	command -v "${PHP:-php}" >/dev/null || want php-cli
	v=$(php_version "${PHP:-php}")
	if ! command -v "phpize$v" >/dev/null && ! is_installed "php$v-dev"; then
		apt_update
	fi
	want "$(named_or "php$v-cli" php-cli)" "$(named_or "php$v-dev" php-dev)" uthash-dev gcc libc6-dev \
		make "php$v-opcache" "php$v-zip" "php$v-sqlite3" "php$v-curl" "php$v-bz2" "php$v-fpm" \
		"php$v-xml" "php$v-mbstring" "php$v-mysql" \
		clang fuse3 libfuse3-dev pkg-config strace acl e2fsprogs python3 rsync
	if command -v clang >/dev/null; then
		want "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
	fi
}

# install_more STAGE...: what these stages name in needs_STAGE, all at once
install_more() {
	may_install || return 0
	more=
	for stage; do
		! command -v "needs_$stage" > /dev/null || more="$more $("needs_$stage")"
	done
	[ -z "$more" ] || want $more
}

# beside_php PROGRAM: that of the same installation, else that of the same version
beside_php() {
	command -v "${PHP%/*}/$1$v" || command -v "${PHP%/*}/$1" || command -v "$1$v" || command -v "$1"
}

# find_tools: sets PHP, PHPIZE, PHP_CONFIG to one version's programs
find_tools() {
	PHP=$(command -v "${PHP:-php}") || die "no PHP; install php-cli"
	v=$(php_version "$PHP")
	[ -n "$v" ] || die "$PHP does not run"
	PHPIZE=$(beside_php phpize) || die "no phpize; install php$v-dev"
	PHP_CONFIG=$(beside_php php-config) || die "no php-config; install php$v-dev"
	case $("$PHP_CONFIG" --version) in
		"$v".*) ;;
		*) die "$PHP is $v, but $PHP_CONFIG is of $("$PHP_CONFIG" --version)" ;;
	esac
	for tool in gcc make; do
		command -v "$tool" >/dev/null || die "no $tool"
	done
	kind=$("$PHP" -n -r 'echo PHP_VERSION, PHP_ZTS ? " ZTS" : "", PHP_DEBUG ? " debug" : "";')
	say "PHP $kind, $(gcc --version | head -n 1), $(uname -sr), $JOBS jobs, $(id -un)"
}
