#!/bin/bash
# Stands in for the programs that berth-disk calls, under each of their names. $COMPUTER is a folder: the partition's type, label,
# keys and files, and whether there is power. Each call counts; the one of number $CUT cuts the power before it does anything.
set -u
cd "$COMPUTER" || exit 1
name=${0##*/} last=${!#}
count=$(($(cat calls) + 1))
echo "$count" >calls
echo "$name $*" >>arguments
[ "$count" = "${CUT:-}" ] && kill -9 0
option() { # NAME ARGUMENTS: the value after an option.
  local wanted=$1 && shift
  while [ $# -gt 0 ]; do
    case $1 in
      "$wanted") echo "$2" && return ;;
      "$wanted"=*) echo "${1#*=}" && return ;;
    esac
    shift
  done
}
opens() { grep -qxF "$(cat "$1")" keys; }
case $name in
  blkid)
    tag=$(option --match-tag "$@")
    [ -s type ] || exit 2
    cat "${tag,,}" 2>/dev/null
    ;;
  cryptsetup)
    case $1 in
      luksFormat)
        echo crypto_LUKS >type
        option --label "$@" >label
        cat "$(option --key-file "$@")" >keys && echo >>keys
        rm -rf files slot
        ;;
      config) option --label "$@" >label ;;
      open)
        opens "$(option --key-file "$@")" || exit 2
        [ "$2" = --test-passphrase ] || : >"mapper/$last"
        ;;
      luksAddKey) opens "$(option --key-file "$@")" && cat "$last" >>keys && echo >>keys ;;
      luksRemoveKey) opens "$last" && sed -i "/^$(cat "$last")$/d" keys ;;
      close) rm "mapper/$2" ;;
    esac
    ;;
  systemd-cryptenroll)
    if [[ $* == *--wipe-slot* ]]; then rm -f slot && exit; fi
    # With a slot for the same PCRs, even another TPM's, it does nothing.
    opens "$(option --unlock-key-file "$@")" && [ ! -e broken ] && { [ -e slot ] || cp tpm slot; }
    ;;
  systemd-cryptsetup) cmp -s tpm slot && : >"mapper/$2" ;;
  # Runs where there is a screen.
  plymouth)
    [ -e screen ] || exit 1
    if [ "$1" = ask-question ]; then head -n 1 typed && sed -i 1d typed; fi
    ;;
  systemd-ask-password) head -n 1 typed && sed -i 1d typed ;;
  mkfs.ext4) if [[ $last == */mapper/* ]]; then mkdir -p files; else echo ext4 >type && : >label; fi ;;
  mount) rmdir "$2" && ln -s "$COMPUTER/files" "$2" ;;
  umount) rm "$1" && mkdir "$1" ;;
  wipefs) : >type && : >label ;;
esac
