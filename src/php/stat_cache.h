/* SPDX-License-Identifier: MIT */
/*
 * stat_cache.h: PHP's one-entry stat cache and its twin for lstat, as a handler that answers must
 * treat them: what they know they answer themselves, and an answer about a file that exists drops
 * what stock PHP would have replaced.
 */
#ifndef PHP_FASTSCAN_STAT_CACHE_H
#define PHP_FASTSCAN_STAT_CACHE_H

#include "src/php/glue.h"
#include "src/php/compat.h"

/* Which of BG(CurrentStatFile) and BG(CurrentLStatFile) the original looks into before it asks. */
typedef enum php_fastscan_stat_cache {
	PHP_FASTSCAN_CACHE_NONE, /* it uses access(2), which never meets the stat cache */
	PHP_FASTSCAN_CACHE_STAT,
	PHP_FASTSCAN_CACHE_LSTAT
} php_fastscan_stat_cache;

/* The file exists: stock PHP would have put its attributes in the place of the last one's. */
static zend_always_inline void php_fastscan_stat_cache_drop(php_fastscan_stat_cache cache,
	bool is_link)
{
	bool followed = cache == PHP_FASTSCAN_CACHE_STAT;

	if (cache == PHP_FASTSCAN_CACHE_LSTAT) {
		followed = PHP_FASTSCAN_LSTAT_SERVES_STAT && !is_link;
		if (UNEXPECTED(BG(CurrentLStatFile) != NULL)) {
			PHP_FASTSCAN_STAT_FREE(BG(CurrentLStatFile));
			BG(CurrentLStatFile) = NULL;
		}
	}
	if (followed && UNEXPECTED(BG(CurrentStatFile) != NULL)) {
		PHP_FASTSCAN_STAT_FREE(BG(CurrentStatFile));
		BG(CurrentStatFile) = NULL;
	}
}

#endif
