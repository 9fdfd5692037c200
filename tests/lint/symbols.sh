# SPDX-License-Identifier: MIT
# needs: extension
# The extension exports get_module, the two names that say what zend_extension= is wrong for, and
# nothing else: PHP loads it into one name space with libraries of all kinds.
nm -D --defined-only "$SO" | awk '{print $3}' > "$TMP/symbols"
grep -vxE 'get_module|extension_version_info|zend_extension_entry' "$TMP/symbols" && { echo "exported besides get_module"; exit 1; }
grep -qx get_module "$TMP/symbols" || { echo "get_module is not exported"; exit 1; }
