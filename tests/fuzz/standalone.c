/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target over files: a regression test that needs no libFuzzer. */
#include "tests/fuzz/fuzz.h"

static int run_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t size = 0, room = 0, got = 0;

	if (!file) {
		perror(path);
		return 1;
	}
	do {
		size += got;
		if (size == room) {
			room = room ? room * 2 : 4096;
			data = realloc(data, room);
		}
		got = fread(data + size, 1, room - size, file);
	} while (got > 0);
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = argc < 2;

	for (int i = 1; i < argc; i++) {
		failed |= run_file(argv[i]);
	}
	printf("%d inputs\n", argc - 1);
	return failed;
}
