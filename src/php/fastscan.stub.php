<?php

/**
 * SPDX-License-Identifier: MIT
 *
 * @generate-function-entries
 * @generate-legacy-arginfo
 *
 * The functions of fastscan. None throws, but for wrong argument types. Where
 * fastscan.restrict_api is set and the main script does not lie below it, they warn and return
 * false, 0 or an empty array as the return type allows; fastscan_request_start() is never
 * restricted.
 */

/**
 * State of this process: a worker, or under ZTS a thread.
 *
 * "enabled": bool, whether questions are answered in this request. "version": string. "mode":
 * "strict", "request", "interval" or "never", what fastscan.validate comes to. "config": the
 * directives in force; "revalidate_freq" in seconds (float), "settle" in milliseconds (float) or
 * null for auto, "cache_size" in bytes. "features": name => bool, what the kernel offers. "memory":
 * "used", "limit", in bytes. "entries": "directories", "listings", "names", "mounts": int.
 * "totals": "calls", "hits", "checked", "misses", "bypassed": int; "hit_rate": answered calls per
 * call, 0.0 to 1.0. "advice": what to do where nothing was answered so far, or fastscan.shm_file is
 * not used; "" if nothing is wrong. "shared": null, or the cache of all workers: "file"
 * (fastscan.shm_file, or null), and either "refused", why that file is not used, or "used_here"
 * (bool: the process that made it before it forked does not), "size", "room" (of each of its two
 * halves) and "filled" (of the half that is written now) in bytes, "listings" and "names" in that
 * half, "flips", "owner_deaths", "resets", "workers" (that count in it now) and "totals", summed
 * over all workers since it was made: "calls", "hits", "checked", "misses", "negative", "bypassed",
 * "validations", "fills", "syscalls_saved", "shared_hits", "verify_mismatch". "directories", only
 * if asked for: a list of arrays: "path", "relative" (bool), "listed" (bool), "entries", "bytes",
 * "age" (seconds as float since the last validation, null: never), "filesystem" (mount type),
 * "unkept" (why the last listing was not kept, "" if it was), "read_us" (microseconds that reading
 * its names took; 0: not listed, or read by another process).
 *
 * @param bool $directories with "directories", which may be long
 * @return array|false false where the API is restricted
 */
function fastscan_status(bool $directories = false): array|false {}

/**
 * What was asked and what became of it, since the process started or since the last reset, over all
 * its requests.
 *
 * Function name => "ct" calls, "wt" wall time in microseconds (0 unless fastscan.profile was on),
 * "hit" answered without a system call, "checked" answered after one validation, "miss" passed to
 * the system, "negative" those of hit and checked that said "absent", "bypass" passed before the
 * cache was asked. "(stat)" and "(iterators)" are questions that reached the file layer through
 * other functions. "cache" => sums of the cache itself, and in "bypass" the reasons, name =>
 * times, those that occurred.
 *
 * @param bool $reset set all of them to zero after they were read
 * @return array empty where the API is restricted
 */
function fastscan_counters(bool $reset = false): array {}

/**
 * Why a path is, or is not, answered from the cache. Asks the cache as file_exists() would (and
 * counts as such a lookup), never the file itself.
 *
 * "path", "answer": "yes", "no", "absent" or "pass"; "how": "hit", "checked" or "miss"; "reason":
 * the rule that passes it through, "" if none does. If "known" is true a directory is held for it,
 * and these follow: "directory", "listed" (bool), "entries", "uses" (lookups before it was
 * listed), "min_uses", "filesystem", "kind" ("local", "network", "fuse", "untrusted"), "distrust"
 * (why its type is not trusted), "trust" ("settled", or why the last listing was not kept), "age"
 * (seconds as float since the last validation, null: never), "version": "mount", "device",
 * "inode", "ctime_ns", "mtime_ns"; "permission": "read", "search" (known to be granted);
 * "credentials": "ruid", "euid", "rgid", "egid".
 *
 * @param string $path absolute, or relative to the working directory
 * @return array empty where the API is restricted
 */
function fastscan_explain(string $path): array {}

/**
 * The times of the hooked functions in this request, in the shape of xhprof_disable(): "main()",
 * "main()==>caller" and "caller==>function", each with "ct" (int) and "wt" (microseconds,
 * inclusive). Measured while fastscan.profile is on. A caller's own time is not measured: its "wt"
 * is the sum of its hooked calls, its "ct" their number.
 *
 * @return array empty if nothing was measured or the API is restricted
 */
function fastscan_xhprof(): array {}

/**
 * Forget every directory: this process at once, and all that share its cache (fastscan.shm_size,
 * fastscan.shm_file) before they answer their next question.
 *
 * @return bool false if there is no cache, or the API is restricted
 */
function fastscan_reset(): bool {}

/**
 * Forget the directory $path, which is compared as text with the paths that were asked for.
 *
 * @param string $path of the directory
 * @param bool $recursive and all that lie below it
 * @return int how many directories were forgotten
 */
function fastscan_invalidate(string $path, bool $recursive = false): int {}

/**
 * Does fastscan suit the file system of $directory? Found out by changing a folder of its own
 * there, which is removed afterwards. Takes less than a second on a local disk, half a minute
 * where times are whole seconds or come from a server.
 *
 * "reliable": bool, whether the version of a directory moved whenever it had to: if not, do not
 * trust this file system. "exact": bool, and never else. "error": why nothing could be found out,
 * "" if it could. Then, unless nothing could: "filesystem" (mount type), "trusted" (bool, with the
 * present fastscan.filesystems), "window": milliseconds waited before each step, "steps": name =>
 * "done", "moved", "expected": bool; the names are "add file", "add directory", "write file", "add
 * in subdirectory", "rename", "delete", "chmod", "touch backwards".
 *
 * @param string $directory an existing one, in which this process may write
 * @return array empty where the API is restricted
 */
function fastscan_probe(string $directory): array {}

/**
 * List the directory and all below it now, so that later requests of this process need only
 * validate them; with a shared cache (fastscan.shm_size, fastscan.shm_file) the other processes
 * need not read them either. On network and FUSE mounts helper threads (fastscan.prefetch_threads)
 * read many at a time. Ends early when fastscan.cache_size is full. Symbolic links are not followed.
 *
 * "directories": looked at, "kept": whose listings are held now, "passed": that cannot be listed or
 * must not be kept (yet), "names": in the listings held, "threads": that helped, all int; "seconds":
 * float; "reason": why not even $path could be listed, "" if it could.
 *
 * @param string $path of a directory
 * @param int $depth how many levels below it, 0 to 2048; 0: it alone
 * @return array empty where the API is restricted, $path lies outside of open_basedir, or $depth is
 * none
 */
function fastscan_warm(string $path, int $depth = 2048): array {}

/**
 * Begin the next request of a long-lived worker: what was validated before is validated again
 * before its next answer. Writes fastscan.profile_dir's file of the request that ends.
 */
function fastscan_request_start(): void {}
