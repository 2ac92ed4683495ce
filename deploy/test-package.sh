#!/bin/bash
# test-package.sh PACKAGE.deb [FOLDER]: installs, upgrades, removes and purges the machine's package in a separate Debian that
# runs its own systemd. Needs root, mmdebstrap and Debian's mirror; takes minutes. FOLDER: an existing Debian.
# BERTH_SHOT=FILE.png saves a screenshot of the setup wizard.
set -euo pipefail
deb=$(realpath "$1")
release=${BERTH_DEBIAN:-trixie}
root=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
made=

fail() { echo "FAILED: $*" >&2; exit 1; }
step() { echo "── $*"; }
. "$here/test/folder.sh"

cleanup() {
  local code=$?
  if [ $code -ne 0 ] && [ -n "$init" ]; then inside journalctl --no-pager -n 60 -u 'berth-*' >&2 || :; fi
  halt
  rm -f "$root.boot.log"
  [ -z "$made" ] || rm -rf "$made"
}
trap cleanup EXIT

if [ -z "$root" ]; then
  step "a Debian ($release) with what the package needs"
  made=$(mktemp -d /var/tmp/debian-XXXXXX)
  root=$made
  needs=$(dpkg-deb -f "$deb" Depends | sed 's/ *| *[^,]*//g; s/ ([^)]*)//g; s/ //g')
  [ "$release" = trixie ] || needs=${needs//freerdp3-x11/freerdp2-x11}
  mmdebstrap --variant=apt --aptopt='APT::Install-Recommends "false"' \
    --include="$needs,systemd-sysv,xvfb,scrot,curl,procps" "$release" "$root" >/dev/null
fi
find "$root" -xdev -name '*berth*' >"$root.boot.log"
[ ! -s "$root.boot.log" ] || fail "the folder has had the package before: $(head -1 "$root.boot.log")"

step 'its own systemd'
boot
mkdir "$root/mnt/given"
cp "$deb" "$root/mnt/given/berth.deb"
# Settings on the boot partition: no screen, and a debugging port for the home screen.
printf 'BERTH_OPTIONS=--headless --screen-size 1280x720 --home-args=--remote-debugging-port=9222\r\nPATH=/evil\n' \
  >"$root/boot/berth.conf"

owner_of() { inside ps -o user:20= -C "$1" | sort -u; }
main_pid() { inside systemctl show -P MainPID berth-agent.service; }
page() { inside setpriv --reuid "$1" --clear-groups curl -fsS --max-time 5 http://127.0.0.1:8090/session/local; }
shows_page() { page root | grep -q berth-page-token; }
identity() { inside sha256sum /var/lib/berth/machine.key; }

step install
inside dpkg -i /mnt/given/berth.deb >/dev/null 2>&1 || fail 'it does not install'
for user in berth-home berth-session berth-phone berth-airplay; do inside id "$user" >/dev/null || fail "no user $user"; done
inside systemd-analyze verify /usr/lib/systemd/system/berth-agent.service /usr/lib/systemd/system/berth-sound.service ||
  fail 'the units are not sound'
inside /usr/lib/berth/node -e 'JSON.parse(fs.readFileSync("/usr/share/doc/berth/sbom.cdx.json")).components[0].purl.length' ||
  fail 'the bill of materials is not there'
for limit in berth-agent:77 berth-sound:40; do
  inside systemd-analyze security --threshold="${limit#*:}" "${limit%:*}.service" >/dev/null || fail "${limit%:*} may do more than it should"
done
for unit in berth-agent berth-sound; do
  inside systemctl is-enabled "$unit.service" >/dev/null || fail "$unit is not enabled"
  until_true "$unit does not run" inside systemctl is-active "$unit.service"
done
until_true 'the agent does not serve its page' shows_page
[ "$(inside cat /run/berth/preseed.env | cut -d= -f1)" = BERTH_OPTIONS ] || fail 'more than settings is taken from the boot partition'

step 'the first-boot wizard, on the screen'
inside /usr/lib/berth/node - <"$here/test/wizard.mjs" || fail 'the home screen does not show the first-boot wizard'
if [ -n "${BERTH_SHOT:-}" ]; then
  # Xvfb uses the first free display number.
  inside env DISPLAY=:0 scrot --overwrite /mnt/given/shot.png
  cp "$root/mnt/given/shot.png" "$BERTH_SHOT"
fi

step 'who runs as whom'
[ "$(owner_of chromium)" = berth-home ] || fail "the home screen runs as: $(owner_of chromium)"
[ "$(owner_of pulseaudio)" = pulse ] || fail "sound runs as: $(owner_of pulseaudio)"
inside ps -o args= -C chromium | grep -q -e --no-sandbox && fail 'the home screen has no sandbox'
echo "agent: $(inside awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$(main_pid)/status") MB resident"

step 'the packet filter'
page berth-home >/dev/null || fail 'the home screen cannot reach the agent'
for user in berth-session berth-phone berth-airplay nobody; do
  page "$user" >/dev/null 2>&1 && fail "$user reaches the agent's port"
done

step 'local passwords'
inside useradd anna
echo anna:right | inside chpasswd
printf 'anna\0right\0' | inside /usr/lib/berth/pam-login berth || fail 'a right password is refused'
printf 'anna\0wrong\0' | inside /usr/lib/berth/pam-login berth && fail 'a wrong password is taken'

step upgrade
before=$(identity)
pid=$(main_pid)
dpkg-deb -R "$deb" "$root/mnt/given/next"
sed -i 's/^Version: .*/&+next/' "$root/mnt/given/next/DEBIAN/control"
echo '# ours' >>"$root/etc/berth/agent.env"
dpkg-deb --root-owner-group -Znone -b "$root/mnt/given/next" "$root/mnt/given/next.deb" >/dev/null
inside dpkg -i /mnt/given/next.deb >/dev/null || fail 'it does not upgrade'
grep -q '# ours' "$root/etc/berth/agent.env" || fail 'an upgrade overwrites the settings'
until_true 'the agent does not serve its page after an upgrade' shows_page
[ "$(main_pid)" != "$pid" ] || fail 'the agent before the upgrade still runs'
[ "$(identity)" = "$before" ] || fail 'an upgrade makes another machine of it'
inside /usr/lib/berth/node - <"$here/test/wizard.mjs" >/dev/null || fail 'the home screen is gone after an upgrade'

step remove
inside dpkg -r berth >/dev/null
for user in berth-home berth-session berth-phone berth-airplay pulse; do
  inside pgrep -u "$user" >/dev/null && fail "programs of $user still run: $(inside pgrep -lu "$user")"
done
inside pgrep -x Xvfb >/dev/null && fail 'the X server still runs'
inside nft list tables | grep berth && fail 'the packet filter still has our rules'
[ ! -e "$root/usr/lib/berth" ] || fail 'files stay behind'
inside systemctl is-enabled berth-agent.service >/dev/null 2>&1 && fail 'the agent stays enabled'
[ "$(identity)" = "$before" ] || fail 'a removal takes the identity'

step purge
inside dpkg -P berth >/dev/null
rm "$root/boot/berth.conf"
left=$(inside find / -xdev -not -path '/mnt/given*' -name '*berth*'; inside find /run /tmp /dev/shm -name '*berth*' -not -path '/run/systemd/*')
[ -z "$left" ] || fail "left behind: $left"
inside getent passwd | grep berth && fail 'users stay behind'
echo 'passed: installs, starts, upgrades, removes, purges'
