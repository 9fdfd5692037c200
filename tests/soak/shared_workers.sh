# SPDX-License-Identifier: MIT
# needs: extension
# Workers over one shared cache that ask, change and are killed by thousands (shared_workers.php), with memory of their own and with
# a file, each without helper threads and with them (on local file systems none would be started). FASTSCAN_KILLS picks how many.
kills=${FASTSCAN_KILLS:-3000}
# Without nodeep.c Debian's PHP lets an extension see the C library before what is preloaded.
for source in soak/die_in_lock asan/nodeep; do
	"${CC:-cc}" -shared -fPIC -O2 -Wall -Wextra -o "$TMP/${source#*/}.so" "$TOP/tests/$source.c" -ldl -lrt || exit 1
done
posix=
"$PHP" -n -m | grep -qx posix || posix="-d extension=posix"
failed=0
rm -f "$TMP"/store.*
for file in "" "$TMP/store"; do
	for threads in 0 4; do
		LD_PRELOAD=$TMP/nodeep.so:$TMP/die_in_lock.so DIE_ONCE_IN=50 "$PHP" -n $posix -d extension="$SO" \
			-d fastscan.min_uses=1 -d fastscan.shm_size=1M -d fastscan.shm_file="$file" -d fastscan.cache_size=256K \
			-d fastscan.prefetch_threads=$threads "$TOP/tests/soak/shared_workers.php" 16 "$kills" "$TMP/workers" || failed=1
	done
done
# And one that damages the file meanwhile.
LD_PRELOAD=$TMP/nodeep.so:$TMP/die_in_lock.so DIE_ONCE_IN=50 "$PHP" -n $posix -d extension="$SO" -d fastscan.min_uses=1 \
	-d fastscan.shm_size=1M -d fastscan.shm_file="$TMP/store" -d fastscan.cache_size=256K \
	"$TOP/tests/soak/shared_workers.php" 16 "$kills" "$TMP/workers" "$TMP/store.$(id -u)" || failed=1
exit $failed
