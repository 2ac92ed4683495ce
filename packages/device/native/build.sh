#!/bin/sh
# build.sh [OUT]: compiles the check of local passwords; the machine's package installs it as /usr/lib/berth/pam-login.
set -eu
here=$(dirname "$0")
out=${1:-$here/pam-login}
if ! command -v "${CC:-cc}" >/dev/null; then
  echo "No C compiler: local accounts cannot log in at a machine that is started from here." >&2
  exit 0
fi
# By its file name: PAM is on every Debian, its development files are not.
exec "${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Werror -D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,relro,-z,now \
  -o "$out" "$here/pam-login.c" -l:libpam.so.0
