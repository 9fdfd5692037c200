# SPDX-License-Identifier: MIT
# Bounds of memory, by tests/memory: a cache filled far past its size, and a directory too large for it.
#
# FASTSCAN_SOAK=1: 1,000,000 directories and the default cache_size; else 100,000 and 1M.

stage_memory() {
	memory=$TOP/tests/memory
	mkdir -p "$WORK/memory"
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	if [ -n "${FASTSCAN_SOAK-}" ]; then
		memory_count=1000000 memory_size=16M
	else
		memory_count=100000 memory_size=1M
	fi
	for memory_mode in strict request; do
		memory_many "$memory_mode"
		memory_large "$memory_mode"
	done
}

# memory_verdict NAME STATUS: of what $WORK/memory/NAME holds
memory_verdict() {
	case $2 in
		0)
			passed "$1"
			say "   $1: $(tail -n 1 "$WORK/memory/$1")"
			;;
		77) skipped "$1" "$(tail -n 1 "$WORK/memory/$1")" ;;
		*) failed "$1" "status $2" "$WORK/memory/$1" ;;
	esac
}

# memory_many MODE
memory_many() {
	sh "$TOP/tests/racy/bed.sh" tmpfs "$WORK/memory/mnt" "$PHP" -n -d extension="$SO" \
		-d fastscan.validate="$1" -d fastscan.cache_size=$memory_size -d fastscan.min_uses=1 \
		"$memory/many_directories.php" "$WORK/memory/mnt" $memory_count "$PHP" \
		> "$WORK/memory/many $1" 2>&1 < /dev/null
	memory_verdict "many $1" $?
}

# memory_large MODE
memory_large() {
	sh "$TOP/tests/racy/bed.sh" tmpfs "$WORK/memory/mnt" sh "$memory/large.sh" "$memory" \
		"$WORK/memory" "$PHP" "$SO" "$1" > "$WORK/memory/large $1" 2>&1 < /dev/null
	memory_verdict "large $1" $?
}
