/* SPDX-License-Identifier: MIT */
/*
 * counters.c: the users' names of the reasons. They are keys of fastscan_counters()["cache"]: never
 * rename one.
 */
#include "src/core/counters.h"

const char *fsc_reason_name(fsc_reason reason)
{
	switch (reason) {
		case FSC_REASON_NONE:         return "";
		case FSC_REASON_DISABLED:     return "disabled";
		case FSC_REASON_KERNEL:       return "kernel";
		case FSC_REASON_FILESYSTEM:   return "filesystem";
		case FSC_REASON_EXCLUDED:     return "excluded";
		case FSC_REASON_OPEN_BASEDIR: return "open_basedir";
		case FSC_REASON_WRAPPER:      return "wrapper";
		case FSC_REASON_STAT_CACHE:   return "stat_cache";
		case FSC_REASON_ARGUMENT:     return "argument";
		case FSC_REASON_CREDENTIALS:  return "credentials";
		case FSC_REASON_PERMISSION:   return "permission";
		case FSC_REASON_FOLLOW:       return "follow";
		case FSC_REASON_STRICT:       return "strict";
		case FSC_REASON_MOUNT_POINT:  return "mount_point";
		case FSC_REASON_ABSENCE:      return "absence";
		case FSC_REASON_RACY:         return "racy";
		case FSC_REASON_UNPROVEN:     return "unproven";
		case FSC_REASON_FUTURE:       return "future";
		case FSC_REASON_CHANGED:      return "changed";
		case FSC_REASON_FEW_USES:     return "few_uses";
		case FSC_REASON_CLIENT:       return "client";
		case FSC_REASON_TOO_LARGE:    return "too_large";
		case FSC_REASON_ODD_NAMES:    return "odd_names";
		case FSC_REASON_GONE:         return "gone";
		case FSC_REASON_IO_ERROR:     return "io_error";
		case FSC_REASON_LIMIT:        return "limit";
		case FSC_REASON_PHAR:         return "phar";
		case FSC_REASON_VERIFY:       return "verify";
		case FSC_REASON_COUNT:        break;
	}
	return "";
}
