# SPDX-License-Identifier: MIT
# PHP's own rule makes an arginfo header again whenever the stub looks newer, which downloads a
# parser, or fails. A checkout gives files any order of times, so the rule is taken out here;
# tests/lint/arginfo.sh compares the two instead.
$(srcdir)/src/php/fastscan_arginfo.h: ;
