/* SPDX-License-Identifier: MIT */
/* Reasons: every one has a name of its own that can be an array key. */
#include "src/core/counters.h"
#include "tests/unit/unit.h"

TEST(every_reason_has_a_name)
{
	CHECK_STR(fsc_reason_name(FSC_REASON_NONE), "");
	for (int i = FSC_REASON_NONE + 1; i < FSC_REASON_COUNT; i++) {
		const char *name = fsc_reason_name((fsc_reason) i);

		CHECK(strlen(name) >= 4);
		CHECK_INT(strspn(name, "abcdefghijklmnopqrstuvwxyz_"), strlen(name));
	}
}

TEST(no_two_reasons_share_a_name)
{
	for (int i = 0; i < FSC_REASON_COUNT; i++) {
		for (int j = 0; j < i; j++) {
			CHECK(strcmp(fsc_reason_name((fsc_reason) i), fsc_reason_name((fsc_reason) j)) != 0);
		}
	}
}

TEST(what_is_no_reason_has_no_name)
{
	CHECK_STR(fsc_reason_name(FSC_REASON_COUNT), "");
}

int main(void)
{
	RUN(every_reason_has_a_name);
	RUN(no_two_reasons_share_a_name);
	RUN(what_is_no_reason_has_no_name);
	return unit_end();
}
