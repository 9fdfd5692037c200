/* SPDX-License-Identifier: MIT */
/* Which file systems are trusted, and how far; fastscan.filesystems. */
#include "src/core/memory.h"
#include "src/core/policy.h"
#include "tests/unit/unit.h"

static fsc_policy *policy_of(const char *text)
{
	const char *at;
	size_t length;

	return fsc_policy_create(text, &at, &length);
}

static fsc_fs_verdict judge_with(const char *text, const char *type, const char *options)
{
	fsc_policy *policy = policy_of(text);
	fsc_fs_verdict verdict = {FSC_FS_UNTRUSTED, false, false, true, false, false, "no policy"};
	fsc_fs_info info;

	if (CHECK(policy != NULL)) {
		memset(&info, 0, sizeof info);
		strncpy(info.type, type, sizeof info.type - 1);
		strncpy(info.options, options, sizeof info.options - 1);
		verdict = fsc_policy_judge(policy, &info);
		fsc_policy_destroy(policy);
	}
	return verdict;
}

static fsc_fs_kind kind_with(const char *text, const char *type)
{
	return judge_with(text, type, "rw,relatime").kind;
}

TEST(default_list)
{
	static const struct {
		const char *type;
		fsc_fs_kind kind;
		bool        fold_possible, fold_flagged;
	} cases[] = {
		{"ext2", FSC_FS_LOCAL, false, false}, {"ext3", FSC_FS_LOCAL, false, false},
		{"ext4", FSC_FS_LOCAL, true, true}, {"f2fs", FSC_FS_LOCAL, true, true},
		{"tmpfs", FSC_FS_LOCAL, true, true}, {"btrfs", FSC_FS_LOCAL, false, false},
		{"xfs", FSC_FS_LOCAL, true, false}, {"zfs", FSC_FS_LOCAL, true, false},
		{"overlay", FSC_FS_LOCAL, true, false}, {"nfs", FSC_FS_NETWORK, true, false},
		{"nfs4", FSC_FS_NETWORK, true, false}, {"ceph", FSC_FS_NETWORK, true, false},
		{"cifs", FSC_FS_FUSE, true, false}, {"smb3", FSC_FS_FUSE, true, false},
		{"vboxsf", FSC_FS_FUSE, true, false}, {"prl_fs", FSC_FS_FUSE, true, false},
		{"9p", FSC_FS_FUSE, true, false}, {"virtiofs", FSC_FS_FUSE, true, false},
		{"fuse.vmhgfs-fuse", FSC_FS_FUSE, true, false},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		fsc_fs_verdict verdict = judge_with(NULL, cases[i].type, "rw");

		CHECK_INT(verdict.kind, cases[i].kind);
		CHECK_INT(verdict.fold_possible, cases[i].fold_possible);
		CHECK_INT(verdict.fold_flagged, cases[i].fold_flagged);
		CHECK_STR(verdict.reason, "");
		CHECK_INT(kind_with("", cases[i].type), cases[i].kind);
		CHECK_INT(kind_with(" ", cases[i].type), cases[i].kind);
	}
}

TEST(everything_else_is_untrusted)
{
	static const char *const types[] = {
		"ramfs", "vfat", "fuse.sshfs", "fuse.glusterfs", "fuse.s3fs", "fuse.rclone", "fuse.latfs",
		"fuse", "fuseblk", "squashfs", "devtmpfs", "ext", "ext44", "EXT4", "*",
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		fsc_fs_verdict verdict = judge_with(NULL, types[i], "rw");

		CHECK_INT(verdict.kind, FSC_FS_UNTRUSTED);
		CHECK_STR(verdict.reason, "its type is not in fastscan.filesystems");
	}
	CHECK_STR(judge_with(NULL, "", "").reason, "the type of its mount cannot be told");
}

TEST(types_are_added_and_removed)
{
	CHECK_INT(kind_with("+fuse.sshfs", "fuse.sshfs"), FSC_FS_FUSE);
	CHECK_INT(kind_with("+fuse.sshfs", "ext4"), FSC_FS_LOCAL);
	CHECK_INT(kind_with("+vfat", "vfat"), FSC_FS_FUSE);
	CHECK(judge_with("+vfat", "vfat", "rw").fold_possible);
	CHECK_INT(kind_with("-nfs,-nfs4", "nfs4"), FSC_FS_UNTRUSTED);
	CHECK_INT(kind_with("-nfs,-nfs4", "ext4"), FSC_FS_LOCAL);
	CHECK_INT(kind_with(" -nfs , +ramfs ", "ramfs"), FSC_FS_FUSE);
	CHECK_INT(kind_with(" -nfs , +ramfs ", "nfs"), FSC_FS_UNTRUSTED);
	CHECK_INT(kind_with("-ext4,+ext4", "ext4"), FSC_FS_LOCAL);
	CHECK_INT(kind_with("+ext4,-ext4", "ext4"), FSC_FS_UNTRUSTED);
	CHECK_INT(kind_with("-unheardof,+ext4", "ext4"), FSC_FS_LOCAL);
}

TEST(only_listings_tell_on_glusterfs)
{
	CHECK_INT(kind_with("+fuse.glusterfs", "fuse.glusterfs"), FSC_FS_FUSE);
	CHECK(judge_with("+fuse.glusterfs", "fuse.glusterfs", "rw").listed);
	CHECK(judge_with("*", "fuse.glusterfs", "rw").listed);
	CHECK(!judge_with("+fuse.sshfs", "fuse.sshfs", "rw").listed);
	CHECK(!judge_with(NULL, "nfs4", "rw").listed);
}

TEST(list_without_signs_replaces)
{
	CHECK_INT(kind_with("ext4,nfs", "ext4"), FSC_FS_LOCAL);
	CHECK_INT(kind_with("ext4,nfs", "nfs"), FSC_FS_NETWORK);
	CHECK_INT(kind_with("ext4,nfs", "xfs"), FSC_FS_UNTRUSTED);
	CHECK_INT(kind_with("fuse.latfs", "fuse.latfs"), FSC_FS_FUSE);
}

TEST(star_trusts_all_but_what_is_removed)
{
	CHECK_INT(kind_with("*", "ext4"), FSC_FS_LOCAL);
	CHECK_INT(kind_with("*", "fuse.latfs"), FSC_FS_FUSE);
	CHECK_INT(kind_with("*", "vfat"), FSC_FS_FUSE);
	CHECK_INT(kind_with("*,-nfs", "nfs"), FSC_FS_UNTRUSTED);
	CHECK_INT(kind_with("*,-nfs", "ext4"), FSC_FS_LOCAL);
	CHECK_INT(kind_with("*", ""), FSC_FS_UNTRUSTED);
}

TEST(pseudo_file_systems_are_never_trusted)
{
	static const char *const types[] = {
		"proc", "sysfs", "cgroup", "cgroup2", "autofs", "devpts", "debugfs", "tracefs"};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		CHECK_INT(kind_with("*", types[i]), FSC_FS_UNTRUSTED);
		CHECK_INT(kind_with(types[i], types[i]), FSC_FS_UNTRUSTED);
		CHECK_STR(judge_with("", types[i], "").reason,
			"kernel pseudo file systems are never trusted");
	}
}

TEST(nonsense_is_refused_and_named)
{
	static const struct {
		const char *text, *word;
	} cases[] = {
		{"ext4,+nfs", "+nfs"}, {"+nfs,ext4", "ext4"}, {"-nfs,ext4", "ext4"}, {"ext4,,nfs", ""},
		{",", ""}, {"ext4,", ""}, {"+", "+"}, {"-", "-"}, {"+,ext4", "+"}, {"ext4,a b", "a b"},
		{"ext/4", "ext/4"}, {"--nfs", "--nfs"}, {"ext4, *", "*"}, {"*,nfs", "nfs"},
		{"*,+nfs", "+nfs"},
		{"**", "**"}, {"+*", "+*"}, {"nfs;cifs", "nfs;cifs"}, {"ext4:nfs", "ext4:nfs"},
		{"a123456789012345678901234567890123456789012345678901234567890123",
			"a123456789012345678901234567890123456789012345678901234567890123"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *at = "unset";
		size_t length = 99;
		char word[128] = "";

		CHECK(fsc_policy_create(cases[i].text, &at, &length) == NULL);
		REQUIRE(at && at >= cases[i].text && at <= cases[i].text + strlen(cases[i].text));
		memcpy(word, at, length);
		CHECK_STR(word, cases[i].word);
	}
}

TEST(longest_type_name_fits)
{
	static const char longest[] = "a12345678901234567890123456789012345678901234567890123456789012";

	CHECK_INT(sizeof longest, 64);
	CHECK_INT(kind_with(longest, longest), FSC_FS_FUSE);
}

TEST(plan9_caches_that_do_not_ask)
{
	static const char *const asking[] = {
		"rw,relatime", "rw,cache=none", "rw,cache=mmap,msize=4", "cache=readahead",
		"cache=5,trans=virtio",
		"cache=0x5", "cache=1", "rw,dcache=loose",
	};
	static const char *const own[] = {
		"rw,cache=loose", "cache=fscache,rw", "rw,cache=f,trans=virtio", "cache=8f", "cache=0x2",
		"cache=",
		"cache=newword", "cache=12345", "rw,cache=B",
	};

	for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
		CHECK_INT(judge_with(NULL, "9p", asking[i]).kind, FSC_FS_FUSE);
	}
	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		CHECK_STR(judge_with(NULL, "9p", own[i]).reason,
			"9p mount whose cache answers without asking the server");
	}
	CHECK_INT(judge_with("*", "9p", "cache=loose").kind, FSC_FS_UNTRUSTED);
}

TEST(options_that_may_be_cut)
{
	char options[300];

	memset(options, 'x', sizeof options);
	options[299] = '\0';
	CHECK_STR(judge_with(NULL, "9p", options).reason,
		"9p mount with more options than can be judged");
	CHECK_INT(judge_with(NULL, "nfs4", options).kind, FSC_FS_FUSE);
	CHECK_INT(judge_with(NULL, "ext4", options).kind, FSC_FS_LOCAL);
	options[254] = '\0';
	CHECK_INT(judge_with(NULL, "9p", options).kind, FSC_FS_FUSE);
	CHECK_INT(judge_with(NULL, "nfs4", options).kind, FSC_FS_NETWORK);
}

TEST(nfs_that_does_not_cache_absence)
{
	CHECK_INT(judge_with(NULL, "nfs4", "rw,lookupcache=none,addr=::1").kind, FSC_FS_FUSE);
	CHECK_INT(judge_with(NULL, "nfs", "rw,lookupcache=pos").kind, FSC_FS_FUSE);
	CHECK_INT(judge_with(NULL, "nfs", "rw,lookupcache=all").kind, FSC_FS_NETWORK);
	CHECK_INT(judge_with(NULL, "nfs", "rw,vers=3,hard").kind, FSC_FS_NETWORK);
}

TEST(where_opening_a_directory_asks_the_server)
{
	char options[300];

	CHECK(judge_with(NULL, "nfs4", "rw,vers=4.2,hard").open_asks);
	CHECK(judge_with(NULL, "nfs", "rw,vers=3,lookupcache=none").open_asks);
	CHECK(!judge_with(NULL, "nfs4", "rw,nocto,hard").open_asks);
	CHECK(!judge_with(NULL, "nfs4", "rw,hard,nocto").open_asks);
	CHECK(!judge_with(NULL, "nfs4", "rw,softreval,hard").open_asks);
	CHECK(!judge_with(NULL, "cifs", "rw").open_asks);
	CHECK(!judge_with(NULL, "ext4", "rw").open_asks);
	CHECK(!judge_with("+fuse.sshfs", "fuse.sshfs", "rw").open_asks);
	memset(options, 'x', sizeof options - 1); /* what is cut off may be nocto */
	options[299] = '\0';
	CHECK(!judge_with(NULL, "nfs4", options).open_asks);
}

TEST(no_memory)
{
	const char *at = "unset";
	size_t length;

	fsc_mem_fail_after(0);
	CHECK(fsc_policy_create("ext4", &at, &length) == NULL);
	CHECK(at == NULL);
	fsc_mem_fail_after(-1);
	fsc_policy_destroy(NULL);
}

int main(void)
{
	RUN(default_list);
	RUN(everything_else_is_untrusted);
	RUN(types_are_added_and_removed);
	RUN(only_listings_tell_on_glusterfs);
	RUN(list_without_signs_replaces);
	RUN(star_trusts_all_but_what_is_removed);
	RUN(pseudo_file_systems_are_never_trusted);
	RUN(nonsense_is_refused_and_named);
	RUN(longest_type_name_fits);
	RUN(plan9_caches_that_do_not_ask);
	RUN(options_that_may_be_cut);
	RUN(nfs_that_does_not_cache_absence);
	RUN(where_opening_a_directory_asks_the_server);
	RUN(no_memory);
	return unit_end();
}
