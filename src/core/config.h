/* SPDX-License-Identifier: MIT */
/*
 * config.h: what the directives say, in the core's own terms. Filled by the glue, read by the
 * engine; plain data, copied by value.
 */
#ifndef FSC_CONFIG_H
#define FSC_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How old an answer may be: DESIGN section 3. */
typedef enum fsc_mode {
	FSC_MODE_STRICT = 0,
	FSC_MODE_REQUEST,
	FSC_MODE_INTERVAL,
	FSC_MODE_NEVER
} fsc_mode;

#define FSC_SETTLE_AUTO (-1)

typedef struct fsc_config {
	fsc_mode mode;
	int64_t  revalidate_ns;  /* fastscan.revalidate_freq */
	size_t   cache_bytes;    /* fastscan.cache_size: bound of all nodes, listings and tables */
	uint32_t max_entries;    /* larger directories pass through */
	/* lookups in a directory before it is listed for their sake; at least 1 */
	uint32_t min_uses;
	int64_t  settle_ns;      /* window W, or FSC_SETTLE_AUTO */
	uint32_t verify_percent; /* 0..100 */
	bool     negative;       /* answer absence */
	/* force network mounts to ask the server where DESIGN section 2 says so */
	bool     sync;
	uint32_t prefetch_threads; /* helper threads; 0: none */
	bool     prefetch_local;   /* also where no question is a round trip */
	bool     warm_includes;
} fsc_config;

#endif
