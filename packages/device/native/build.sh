#!/bin/sh
# build.sh [OUT]: compiles the check of local passwords; the machine's package installs it as /usr/lib/berth/pam-login.
set -eu
here=$(dirname "$0")
out=${1:-$here/pam-login}
if ! command -v "${CC:-cc}" >/dev/null; then
  echo "No C compiler: local accounts cannot log in at a machine that is started from here." >&2
  exit 0
fi
# Another architecture's PAM is not here: a library with the same names, which do nothing, takes its place while this is linked.
stub=$(mktemp -d)
trap 'rm -r "$stub"' EXIT
case $("${CC:-cc}" -print-file-name=libpam.so.0) in
/*) ;;
*)
  sed -n 's/^extern .*\(pam_[a-z_]*\)(.*/void \1(void) {}/p' "$here/pam-login.c" >"$stub/pam.c"
  "${CC:-cc}" -w -shared -Wl,-soname,libpam.so.0 -o "$stub/libpam.so.0" "$stub/pam.c"
  ;;
esac
# By its file name: PAM is on every Debian, its development files are not.
"${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Werror -D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,relro,-z,now \
  -o "$out" "$here/pam-login.c" -L"$stub" -l:libpam.so.0
