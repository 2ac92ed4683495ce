#!/bin/bash
# test-package.sh PACKAGE.deb [FOLDER]: installs the machine's package into a Debian of its own, starts it there, upgrades
# and removes it. Needs root, mmdebstrap and Debian's mirror; about five minutes. FOLDER: such a Debian, made before.
set -euo pipefail
deb=$(realpath "$1")
release=${BERTH_DEBIAN:-trixie}
root=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
agent=
made=

fail() { echo "FAILED: $*" >&2; exit 1; }
step() { echo "── $*"; }

cleanup() {
  [ -z "$agent" ] || kill "$agent" 2>/dev/null || :
  for at in dev/shm dev/pts proc tmp/berth; do umount -l "$root/$at" 2>/dev/null || :; done
  umount -l "$root" 2>/dev/null || :
  [ -z "$made" ] || rm -rf "$made"
}
trap cleanup EXIT

if [ -z "$root" ]; then
  step "a Debian ($release) with what the package needs"
  made=$(mktemp -d /var/tmp/berth-debian-XXXXXX)
  root=$made
  needs=$(dpkg-deb -f "$deb" Depends | sed 's/ *| *[^,]*//g; s/ //g')
  [ "$release" = trixie ] || needs=${needs//freerdp3-x11/freerdp2-x11}
  mmdebstrap --variant=apt --aptopt='APT::Install-Recommends "false"' \
    --include="$needs,systemd-sysv,xvfb,curl,procps" "$release" "$root" >/dev/null
fi
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

# A mount point of its own: programs in it get mount namespaces of theirs.
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm" "$root/tmp/berth"
[ -c "$root/dev/null" ] || fail "$root has no devices"
mount -t tmpfs shm "$root/dev/shm"
cp "$deb" "$root/tmp/berth/berth.deb"

step install
in_root dpkg -i /tmp/berth/berth.deb
for user in berth-home berth-session berth-phone; do in_root id "$user" >/dev/null || fail "no user $user"; done
in_root systemctl is-enabled berth-agent.service >/dev/null || fail 'the agent is not enabled'
in_root systemd-analyze verify /usr/lib/systemd/system/berth-agent.service /usr/lib/systemd/system/berth-sound.service ||
  fail 'the units are not sound'

step 'what a machine was given on its way'
in_root mkdir -p /run/berth
printf 'BERTH_SERVER=https://cloud.example\r\nPATH=/evil\n' >"$root/boot/berth.conf"
in_root env BERTH_PRESEED_OUT=/tmp/berth/preseed.env /usr/lib/berth/preseed
[ "$(cat "$root/tmp/berth/preseed.env")" = 'BERTH_SERVER=https://cloud.example' ] || fail 'the boot partition is not read'

start() {
  in_root setsid /usr/lib/berth/node /usr/lib/berth/agent.mjs --headless --json --bridge-port 8097 \
    --data /var/lib/berth --client /usr/share/berth/client --internet-probe http://127.0.0.1:9/ \
    >"$root/tmp/berth/agent.log" 2>&1 &
  agent=$!
  for _ in $(seq 150); do
    in_root curl -fs http://127.0.0.1:8097/session/local 2>/dev/null | grep -q berth-page-token && return
    kill -0 "$agent" 2>/dev/null || break
    sleep 0.2
  done
  cat "$root/tmp/berth/agent.log" >&2
  fail 'the agent does not serve its page'
}
stop() { kill "$agent"; wait "$agent" || :; agent=; }
identity() { sha256sum "$root/var/lib/berth/machine.key" | cut -d' ' -f1; }

step start
start
home=$(in_root id -u berth-home)
for _ in $(seq 150); do pgrep -u "$home" chromium >/dev/null && break; sleep 0.2; done
pgrep -u "$home" chromium >/dev/null || { cat "$root/tmp/berth/agent.log" >&2; fail 'the home screen does not run as berth-home'; }
node=$(pgrep -f '/usr/lib/berth/agent.mjs --headless' | tail -1)
echo "agent: $(awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$node/status") MB resident"
before=$(identity)
stop

step upgrade
dpkg-deb -R "$deb" "$root/tmp/berth/next"
sed -i 's/^Version: .*/&+next/' "$root/tmp/berth/next/DEBIAN/control"
echo '# ours' >>"$root/etc/berth/agent.env"
dpkg-deb --root-owner-group -Znone -b "$root/tmp/berth/next" "$root/tmp/berth/next.deb" >/dev/null
in_root dpkg -i /tmp/berth/next.deb
grep -q '# ours' "$root/etc/berth/agent.env" || fail 'an upgrade overwrites the settings'
start
[ "$(identity)" = "$before" ] || fail 'an upgrade makes another machine of it'
stop

step remove
in_root dpkg -r berth
[ ! -e "$root/usr/lib/berth" ] || fail 'files stay behind'
in_root systemctl is-enabled berth-agent.service >/dev/null 2>&1 && fail 'the agent stays enabled'
[ -e "$root/var/lib/berth/machine.key" ] || fail 'a removal takes the identity'
in_root dpkg -P berth
[ ! -e "$root/var/lib/berth" ] && [ ! -e "$root/etc/berth" ] || fail 'a purge leaves something behind'
echo 'passed: installs, starts, upgrades, removes'
