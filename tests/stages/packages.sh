# SPDX-License-Identifier: MIT
# Installing, upgrading and removing by every way that README names, as a new user does: each way in
# a fresh Debian on which nothing is installed (tests/packages). Slow, so only if
# FASTSCAN_PACKAGES=1, for bookworm and trixie; FASTSCAN_PACKAGES="trixie": that one.
# FASTSCAN_CACHE=DIR keeps the bare systems and what apt downloads; FASTSCAN_TESTS=PATTERN picks.

needs_packages() { [ -z "${FASTSCAN_PACKAGES-}" ] || say debootstrap; }

stage_packages() {
	if [ -z "${FASTSCAN_PACKAGES-}" ]; then
		skipped "all" "on request: FASTSCAN_PACKAGES=1"
		return
	fi
	[ "$FASTSCAN_PACKAGES" != 1 ] || FASTSCAN_PACKAGES="bookworm trixie"
	versions_can || return
	packages_dir=$WORK/packages
	packages_cache=${FASTSCAN_CACHE:-$packages_dir}
	rm -rf --one-file-system "$packages_dir/run"
	mkdir -p "$packages_dir/run" "$packages_cache/bare" "$packages_cache/apt"
	for packages_suite in $FASTSCAN_PACKAGES; do
		if ! packages_bare; then
			skipped "$packages_suite" "the system cannot be made"
			tail -n 5 "$packages_root.log" | sed 's/^/    /'
			continue
		fi
		for packages_way in source pecl deb_build deb demo; do
			packages_test "$packages_way"
		done
	done
}

# packages_bare: $packages_root, a minimal Debian, once
packages_bare() {
	packages_root=$packages_cache/bare/$packages_suite
	[ ! -e "$packages_root/.done" ] || return 0
	say "   $packages_suite: making a bare system"
	rm -rf --one-file-system "$packages_root"
	mkdir -p "$packages_root"
	(
		debootstrap --variant=minbase --include=ca-certificates "$packages_suite" \
			"$packages_root" "$versions_mirror" || exit 1
		cp /etc/resolv.conf "$packages_root/etc/"
		grep -lsiE '^ *Acquire::(http|https|Check-|Retries)' /etc/apt/apt.conf.d/* |
			xargs -r cp -t "$packages_root/etc/apt/apt.conf.d"
		# nothing is started in there
		printf '#!/bin/sh\nexit 101\n' > "$packages_root/usr/sbin/policy-rc.d"
		chmod 755 "$packages_root/usr/sbin/policy-rc.d"
		touch "$packages_root/.done"
	) > "$packages_root.log" 2>&1 < /dev/null
}

# packages_test WAY: a throw-away layer over the bare system; all mounts end with it
packages_test() {
	packages_name="$packages_suite $1"
	if [ -n "${FASTSCAN_TESTS-}" ] && ! echo "$packages_name" | grep -qE "$FASTSCAN_TESTS"; then
		return
	fi
	packages_run=$packages_dir/run/$packages_suite-$1
	mkdir -p "$packages_run/layer" "$packages_run/work" "$packages_run/top" \
		"$packages_dir/run/$packages_suite-packages"
	say "   $packages_name"
	copy_tree "$packages_run/source"
	ROOT=$packages_root RUN=$packages_run APT=$packages_cache/apt \
		OUT=$packages_dir/run/$packages_suite-packages unshare -m --propagation private sh -c '
		mount -t overlay overlay "$RUN/top" \
			-o "lowerdir=$ROOT,upperdir=$RUN/layer,workdir=$RUN/work" ||
			{ cp -a "$ROOT/." "$RUN/layer" && mount --bind "$RUN/layer" "$RUN/top"; } || exit 1
		mkdir -p "$RUN/top/tmp/fastscan" "$RUN/top/tmp/packages"
		mount -t proc proc "$RUN/top/proc" && mount --rbind /dev "$RUN/top/dev" &&
			mount --bind "$APT" "$RUN/top/var/cache/apt/archives" &&
			mount --bind "$RUN/source" "$RUN/top/tmp/fastscan" &&
			mount --bind "$OUT" "$RUN/top/tmp/packages" || exit 1
		exec chroot "$RUN/top" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
			sh /tmp/fastscan/tests/packages/"$1".sh' sh "$1" > "$packages_run.tap" 2>&1 < /dev/null
	packages_verdicts $?
	rm -rf --one-file-system "$packages_run"
}

# packages_verdicts STATUS
packages_verdicts() {
	awk -v stage="$STAGE" -v name="$packages_name" -v OFS='\t' '
		/^ok / {print "pass", stage, name ": " substr($0, 4), ""}
		/^not ok / {print "fail", stage, name ": " substr($0, 8), ""}' \
		"$packages_run.tap" >> "$RESULTS"
	if grep -q '^not ok ' "$packages_run.tap"; then
		say "FAILED $STAGE: $packages_name"
		tail -n 40 "$packages_run.tap" | sed 's/^/    /'
	elif [ "$1" != 0 ] || ! grep -q '^ok ' "$packages_run.tap"; then
		failed "$packages_name" "status $1" "$packages_run.tap"
	fi
}
