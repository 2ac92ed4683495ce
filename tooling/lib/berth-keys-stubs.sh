#!/bin/bash
# Stands in for the programs that berth-keys calls and that change a computer, under each of their names. $COMPUTER is a folder: what
# the TPM asks for (slot), PCR 7 as the firmware measured it in this start (pcr), its variables, and whether there is power. Each
# call counts; the one of number $CUT cuts the power before it does anything.
set -u
cd "$COMPUTER" || exit 1
name=${0##*/}
count=$(($(cat calls) + 1))
echo "$count" >calls
[ "$count" = "${CUT:-}" ] && kill -9 0
case $name in
  systemd-cryptenroll)
    [ ! -e broken-tpm ] || exit 1
    cmp -s recovery-key root/var/lib/berth-os/recovery-key || exit 1
    [[ $* == *--tpm2-pcrs=7\ * ]] && cp pcr slot || echo anything >slot
    ;;
  # What firmware does with a signed value.
  dd)
    variable=$(basename "${2#of=}")
    variable=${variable%%-*}
    [ ! -e "refuses-$variable" ] || { echo 'Operation not permitted' >&2 && exit 1; }
    cmp -s run/variable <(printf '\x27\0\0\0' && cat "keys/$variable.auth") || exit 1
    printf '\x27\0\0\0next' >"${2#of=}"
    ;;
  systemctl) echo "$*" >restarts ;;
esac
