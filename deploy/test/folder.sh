# Sourced by test-package.sh: a Debian in a folder with its own systemd, processes, network and clock capabilities.
# Set root=FOLDER; then `boot` starts it, `inside COMMAND...` runs a command in it, `halt` stops it.

init=
groups=

boot() {
  groups=$(mktemp -d)
  mount -t cgroup2 none "$groups"
  mkdir "$groups/berth-test-$$"
  (
    echo "$BASHPID" >"$groups/berth-test-$$/cgroup.procs"
    exec unshare --fork --pid --mount --net --uts --ipc --cgroup --kill-child \
      bash "$(dirname "${BASH_SOURCE[0]}")/enter.sh" "$root"
  ) >"$root.boot.log" 2>&1 &
  local outer=$!
  until_true 'systemd does not start' systemd_of "$outer"
  init=$(systemd_of "$outer")
  until_true 'the system bus does not answer' inside systemctl list-jobs
}

systemd_of() { pgrep -P "$1" -x systemd; }

inside() {
  nsenter --target "$init" --mount --uts --ipc --net --pid --cgroup --root --wd \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

halt() {
  if [ -n "$init" ]; then
    kill -s KILL "$init" 2>/dev/null || :
    wait 2>/dev/null || :
  fi
  init=
  if [ -n "$groups" ]; then
    find "$groups/berth-test-$$" -depth -type d -exec rmdir {} + 2>/dev/null || :
    umount "$groups"
    rmdir "$groups"
  fi
  groups=
}

# until_true WHAT-IF-NOT COMMAND...: waits up to a minute (or WAIT seconds) for the command to succeed.
until_true() {
  local complaint=$1 tries=$((${WAIT:-60} * 5))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $((tries -= 1)) -gt 0 ] || fail "$complaint"
    sleep 0.2
  done
}
