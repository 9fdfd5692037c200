/* SPDX-License-Identifier: MIT */
/*
 * version.c: the "racy git" rules.
 *
 * Local: the kernel stamps inodes with the very clock we compare with, so a change made after the
 * fill began carries a stamp not older than that beginning, and a version whose newest stamp is
 * older by W cannot be confused with it.
 *
 * Network and FUSE: the stamp is the server's. Its age by our clock means something only while the
 * server's clock is near ours. A ctime seen within the allowance on the same mount proves that;
 * otherwise only an age beyond any believable error counts. What is always sound is our own clock:
 * a version first seen at least W ago, and found unchanged by a *new* fill, is older than W on the
 * server too, whatever its clock says.
 */
#include "src/core/version.h"

_Static_assert(sizeof(fsc_version) == 5 * 8, "versions are compared bytewise: no padding");

static int64_t newest(const fsc_version *version)
{
	return version->ctime_ns > version->mtime_ns ? version->ctime_ns : version->mtime_ns;
}

int64_t fsc_version_window(
	const fsc_version *version, fsc_fs_kind kind, const fsc_trust_facts *facts)
{
	if (facts->settle_ns >= 0) {
		return facts->settle_ns;
	}
	if (kind != FSC_FS_LOCAL || version->ctime_ns % INT64_C(1000000000) == 0) {
		return FSC_SETTLE_COARSE_NS;
	}
	return FSC_SETTLE_TICKS * facts->tick_ns;
}

static bool server_clock_seen(const fsc_trust_facts *facts)
{
	int64_t distance = facts->realtime_ns - facts->newest_ctime_ns;

	return facts->newest_ctime_ns > 0 && distance <= FSC_SKEW_ALLOWED_NS &&
		distance >= -FSC_SKEW_ALLOWED_NS;
}

static fsc_trust judge_remote(
	const fsc_version *version, const fsc_trust_facts *facts, int64_t window)
{
	int64_t age = facts->realtime_ns - newest(version);
	int64_t allowed = server_clock_seen(facts) ? FSC_SKEW_ALLOWED_NS : FSC_SKEW_MAXIMUM_NS;

	if (age > allowed + window) {
		return FSC_TRUST_SETTLED;
	}
	if (age < -FSC_SKEW_ALLOWED_NS) {
		return FSC_TRUST_FUTURE;
	}
	if (facts->first_seen_ns > 0 && facts->monotonic_ns - facts->first_seen_ns > window) {
		return FSC_TRUST_SETTLED;
	}
	return FSC_TRUST_UNPROVEN;
}

fsc_trust fsc_version_judge(
	const fsc_version *version, fsc_fs_kind kind, const fsc_trust_facts *facts)
{
	int64_t window = fsc_version_window(version, kind, facts);
	int64_t age = facts->realtime_ns - newest(version);

	if (kind != FSC_FS_LOCAL) {
		return judge_remote(version, facts, window);
	}
	if (age < 0) {
		return -age > window ? FSC_TRUST_FUTURE : FSC_TRUST_RACY;
	}
	return age > window ? FSC_TRUST_SETTLED : FSC_TRUST_RACY;
}
