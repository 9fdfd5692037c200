/* SPDX-License-Identifier: MIT */
/* When a version proves its listing: the racy rules, moment by moment. */
#include "src/core/config.h"
#include "src/core/version.h"
#include "tests/unit/unit.h"

#define SECOND INT64_C(1000000000)
#define TICK   INT64_C(4000000)
#define NOW    (INT64_C(1700000000) * SECOND + 123456789)
#define UPTIME (INT64_C(5000) * SECOND)

/* Stamped `age` ago by our clock. */
static fsc_version stamped(int64_t age)
{
	fsc_version version = {7, 8, 9, NOW - age, NOW - age};

	return version;
}

static fsc_trust_facts facts_now(void)
{
	fsc_trust_facts facts = {NOW, UPTIME, TICK, 0, 0, FSC_SETTLE_AUTO};

	return facts;
}

static fsc_trust judge(fsc_fs_kind kind, int64_t age)
{
	fsc_version version = stamped(age);
	fsc_trust_facts facts = facts_now();

	return fsc_version_judge(&version, kind, &facts);
}

TEST(local_settles_after_a_few_ticks)
{
	CHECK_INT(judge(FSC_FS_LOCAL, 0), FSC_TRUST_RACY);
	CHECK_INT(judge(FSC_FS_LOCAL, TICK), FSC_TRUST_RACY);
	CHECK_INT(judge(FSC_FS_LOCAL, 4 * TICK), FSC_TRUST_RACY);
	CHECK_INT(judge(FSC_FS_LOCAL, 4 * TICK + 1), FSC_TRUST_SETTLED);
	CHECK_INT(judge(FSC_FS_LOCAL, 3600 * SECOND), FSC_TRUST_SETTLED);
}

TEST(local_future_is_never_settled)
{
	/* A multigrain stamp may be ahead of the coarse clock by less than a tick. */
	CHECK_INT(judge(FSC_FS_LOCAL, -TICK + 1), FSC_TRUST_RACY);
	CHECK_INT(judge(FSC_FS_LOCAL, -5 * TICK), FSC_TRUST_FUTURE);
	CHECK_INT(judge(FSC_FS_LOCAL, -3600 * SECOND), FSC_TRUST_FUTURE);
}

TEST(either_stamp_can_be_the_newest)
{
	fsc_version version = stamped(3600 * SECOND);
	fsc_trust_facts facts = facts_now();

	version.ctime_ns = NOW - 1;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_RACY);
	version = stamped(3600 * SECOND);
	version.mtime_ns = NOW - 1;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_RACY);
	version.mtime_ns = NOW + 3600 * SECOND;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_FUTURE);
	/* `touch -d` backwards: the mtime is old, the ctime is not. */
	version.mtime_ns = 0;
	version.ctime_ns = NOW - TICK;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_RACY);
}

TEST(whole_second_stamps_take_three_seconds)
{
	fsc_trust_facts facts = facts_now();
	fsc_version version = stamped(NOW % SECOND);

	CHECK_INT(version.ctime_ns % SECOND, 0);
	CHECK_INT(fsc_version_window(&version, FSC_FS_LOCAL, &facts), 3 * SECOND);
	for (int64_t second = 0; second < 3; second++) {
		version = stamped(NOW % SECOND + second * SECOND);
		CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_RACY);
	}
	version = stamped(NOW % SECOND + 3 * SECOND);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_SETTLED);
	/* A whole-second mtime alone is what `touch -d` leaves: the ctime tells the granularity. */
	version = stamped(SECOND);
	version.mtime_ns -= version.mtime_ns % SECOND;
	CHECK_INT(fsc_version_window(&version, FSC_FS_LOCAL, &facts), 4 * TICK);
}

TEST(stamps_before_1970)
{
	fsc_version version = {7, 8, 9, -5 * SECOND, -5 * SECOND};
	fsc_trust_facts facts = facts_now();

	CHECK_INT(fsc_version_window(&version, FSC_FS_LOCAL, &facts), 3 * SECOND);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_SETTLED);
}

TEST(remote_needs_proof_of_its_clock)
{
	static const fsc_fs_kind kinds[] = {FSC_FS_NETWORK, FSC_FS_FUSE};

	for (int k = 0; k < 2; k++) {
		CHECK_INT(judge(kinds[k], 0), FSC_TRUST_UNPROVEN);
		CHECK_INT(judge(kinds[k], 3 * SECOND + 1), FSC_TRUST_UNPROVEN);
		CHECK_INT(judge(kinds[k], 3600 * SECOND), FSC_TRUST_UNPROVEN);
		CHECK_INT(judge(kinds[k], 24 * 3600 * SECOND + 3 * SECOND), FSC_TRUST_UNPROVEN);
		CHECK_INT(judge(kinds[k], 24 * 3600 * SECOND + 3 * SECOND + 1), FSC_TRUST_SETTLED);
		CHECK_INT(judge(kinds[k], -60 * SECOND), FSC_TRUST_UNPROVEN);
		CHECK_INT(judge(kinds[k], -60 * SECOND - 1), FSC_TRUST_FUTURE);
	}
}

TEST(second_look_proves_by_our_own_clock)
{
	fsc_trust_facts facts = facts_now();
	fsc_version version = stamped(SECOND);

	facts.first_seen_ns = UPTIME;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_UNPROVEN);
	facts.first_seen_ns = UPTIME - 3 * SECOND;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_UNPROVEN);
	facts.first_seen_ns = UPTIME - 3 * SECOND - 1;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_SETTLED);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_FUSE, &facts), FSC_TRUST_SETTLED);
	/* It says nothing for a local file system, whose clock is ours. */
	version = stamped(0);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_RACY);
	/* Not in the future, however long it was looked at. */
	version = stamped(-120 * SECOND);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_FUTURE);
}

TEST(server_clock_seen_to_be_near)
{
	fsc_trust_facts facts = facts_now();
	fsc_version version = stamped(63 * SECOND + 1);

	facts.newest_ctime_ns = NOW - 60 * SECOND;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_SETTLED);
	facts.newest_ctime_ns = NOW + 60 * SECOND;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_SETTLED);
	version = stamped(63 * SECOND);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_UNPROVEN);
	version = stamped(63 * SECOND + 1);
	facts.newest_ctime_ns = NOW - 60 * SECOND - 1;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_UNPROVEN);
	facts.newest_ctime_ns = NOW + 60 * SECOND + 1;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_UNPROVEN);
}

/* A change made right now by a server whose clock is off must never look settled. */
TEST(skewed_server_clocks)
{
	static const int64_t skews[] = {-23 * 3600, -3600, -600, -61, -59, -3, 0, 3, 59, 61, 600, 3600};

	for (size_t i = 0; i < sizeof skews / sizeof *skews; i++) {
		fsc_trust_facts facts = facts_now();
		fsc_version version = stamped(-skews[i] * SECOND);
		fsc_trust trust = fsc_version_judge(&version, FSC_FS_NETWORK, &facts);

		CHECK(trust != FSC_TRUST_SETTLED);
		/* Its own stamp, or any older one, is the newest that was seen of this server. */
		for (int64_t back = 0; back <= 7200; back += 30) {
			facts.newest_ctime_ns = version.ctime_ns - back * SECOND;
			CHECK(fsc_version_judge(&version, FSC_FS_NETWORK, &facts) != FSC_TRUST_SETTLED);
		}
	}
}

TEST(settle_overrides_the_window)
{
	fsc_trust_facts facts = facts_now();
	fsc_version version = stamped(10 * SECOND);

	facts.settle_ns = 10 * SECOND;
	CHECK_INT(fsc_version_window(&version, FSC_FS_LOCAL, &facts), 10 * SECOND);
	CHECK_INT(fsc_version_window(&version, FSC_FS_NETWORK, &facts), 10 * SECOND);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_RACY);
	facts.settle_ns = 10 * SECOND - 1;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_SETTLED);
	facts.settle_ns = 0;
	version = stamped(1);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_SETTLED);
	version = stamped(0);
	CHECK_INT(fsc_version_judge(&version, FSC_FS_LOCAL, &facts), FSC_TRUST_RACY);
	facts.first_seen_ns = UPTIME - 1;
	CHECK_INT(fsc_version_judge(&version, FSC_FS_NETWORK, &facts), FSC_TRUST_SETTLED);
}

TEST(equal_is_every_part)
{
	fsc_version a = stamped(0);

	CHECK(fsc_version_equal(&a, &a));
	for (int part = 0; part < 5; part++) {
		fsc_version b = a;

		if (part < 3) {
			(part == 0 ? &b.mount : part == 1 ? &b.device : &b.inode)[0]++;
		} else {
			(part == 3 ? &b.ctime_ns : &b.mtime_ns)[0]++;
		}
		CHECK(!fsc_version_equal(&a, &b));
	}
}

int main(void)
{
	RUN(local_settles_after_a_few_ticks);
	RUN(local_future_is_never_settled);
	RUN(either_stamp_can_be_the_newest);
	RUN(whole_second_stamps_take_three_seconds);
	RUN(stamps_before_1970);
	RUN(remote_needs_proof_of_its_clock);
	RUN(second_look_proves_by_our_own_clock);
	RUN(server_clock_seen_to_be_near);
	RUN(skewed_server_clocks);
	RUN(settle_overrides_the_window);
	RUN(equal_is_every_part);
	return unit_end();
}
