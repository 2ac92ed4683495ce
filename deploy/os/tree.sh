#!/bin/bash
# tree.sh ROOT PACKAGE.deb VERSION CHANNEL: makes a Debian tree the root file system of Berth OS: the package, our files, no
# machine's own things, nothing that differs between two builds.
set -euo pipefail
root=$1 deb=$2 version=$3 channel=$4
here=$(cd "$(dirname "$0")" && pwd)
cp -a --no-preserve=ownership "$here/files/." "$root/"
# As in the initrd: a name that went after it would end the root's device.
cp --no-preserve=ownership "$here/initrd/65-berth-os.rules" "$root/usr/lib/udev/rules.d/"
theme=$root/usr/share/plymouth/themes/berth
mkdir -p "$theme"
cp --no-preserve=ownership "$here"/splash/berth.* "$BERTH_OS_PICTURES"/*.png "$theme/"
cp --no-preserve=ownership "$here/splash/plymouthd.conf" "$root/etc/plymouth/"
cp --no-preserve=ownership "$BERTH_OS_PICTURES/logo.bmp" "$here/initrd/step-back" "$root/usr/lib/berth-os/"
chmod -R u=rwX,go=rX "$root/usr/lib/berth-os" "$root/etc/sysusers.d" "$root/etc/plymouth" "$theme"
chmod +x "$root"/usr/lib/berth-os/{boot-files,damaged,healthy,install,kept,splash,step-back,take}

mkdir -p "$root"/{run,tmp,proc}
cp "$deb" "$root/berth.deb"
chroot "$root" env DEBIAN_FRONTEND=noninteractive SYSTEMD_OFFLINE=1 dpkg -i /berth.deb >/dev/null 2>&1
rm "$root/berth.deb"
# What a file lists, without comments.
listed() { sed 's/#.*//' "$here/$1"; }
listed unused-packages | xargs chroot "$root" dpkg-query -W -f '${Package}\n' 2>/dev/null |
  xargs chroot "$root" dpkg --purge --force-depends >/dev/null 2>&1
if [ -n "${BERTH_OS_KEYS:-}" ]; then cp "$BERTH_OS_KEYS" "$root/usr/lib/berth-os/keys.json"; fi

# Which version of what this is, for the loader, the agent and people.
sed -i '/^\(IMAGE_\|PRETTY_NAME\|BERTH_\)/d' "$root/usr/lib/os-release"
cat >>"$root/usr/lib/os-release" <<RELEASE
PRETTY_NAME="Berth OS $version"
IMAGE_ID=berth
IMAGE_VERSION=$version
BERTH_CHANNEL=$channel
BERTH_BUILT=$SOURCE_DATE_EPOCH
RELEASE
chroot "$root" dpkg-query -W -f '${Package} ${Version} ${source:Package}\n' | LC_ALL=C sort >"$root/usr/lib/berth-os/packages"
# The CVEs that each source package's Debian changelog names, which are those that its versions fixed; newest first.
while read -r package _ source; do
  for log in "$root/usr/share/doc/$package"/changelog.{Debian.gz,gz}; do
    [ -f "$log" ] || continue
    # Debian's binary rebuilds have a changelog that is a part of the source's.
    zcat "$log" | { grep -oE 'CVE-[0-9]{4}-[0-9]{4,7}' || :; } | sed "s/^/$source /"
  done
done <"$root/usr/lib/berth-os/packages" | LC_ALL=C sort -u -k1,1 -k2,2Vr |
  awk '$1 != last { printf "%s%s", (NR > 1 ? "\n" : ""), $1; last = $1 } { printf " %s", $2 } END { if (NR) print "" }' >"$root/usr/lib/berth-os/fixes"

# /etc is the image's. What a machine sets itself is on /var.
etc=$root/etc
: >"$etc/machine-id"
: >"$etc/fstab"
echo berth >"$etc/hostname"
printf '127.0.0.1 localhost berth\n::1 localhost berth\n' >"$etc/hosts"
ln -sf /var/lib/berth-os/localtime "$etc/localtime"
ln -sf /run/NetworkManager/resolv.conf "$etc/resolv.conf"
mkdir -p "$etc/chromium/policies/managed"
rm -rf "$etc"/{passwd,group,shadow,gshadow,subuid,subgid}- "$etc"/ssh/ssh_host_* "$etc"/apt "$etc"/cron.* "$etc"/.pwd.lock
sed -i 's/^root:[^:]*:/root:!*:/' "$etc/shadow"

# No one logs in at a console, and nothing updates a package here.
chroot "$root" systemctl --quiet mask getty@.service serial-getty@.service autovt@.service console-getty.service \
  debug-shell.service systemd-firstboot.service systemd-homed.service apt-daily.timer apt-daily-upgrade.timer \
  dpkg-db-backup.timer systemd-machine-id-commit.service systemd-repart.service systemd-sysupdate.timer \
  systemd-networkd.service systemd-boot-update.service openvpn.service nftables.service
# The agent ends the brand of the start once its X server has taken the screen over; nothing of it is kept.
chroot "$root" systemctl --quiet mask plymouth-quit.service plymouth-quit-wait.service plymouth-read-write.service
chroot "$root" systemctl --quiet enable berth-boot-files.path berth-healthy.service berth-kept.service systemd-timesyncd.service

# What Debian keeps on /var is copied there at the first start; its package database stays out.
rm -rf "$root"/var/lib/{dpkg,apt,systemd/catalog,pam} "$root"/var/{cache,log,tmp,backups,mail,spool,local,opt} "$root"/var/run "$root"/var/lock
mkdir -p "$root/usr/share/factory"
rm -rf "$root/usr/share/factory/var"
cp -a "$root/var" "$root/usr/share/factory/var"
rm -rf "$root"/var/* "$root"/usr/share/{doc-base,info,lintian,man,bug,menu,initramfs-tools} "$root"/usr/lib/apt
rm -rf "$root"/usr/libexec/gcc "$root"/usr/lib/gcc
# The screen reader speaks these texts, in the product's languages and those that stand for them.
kept=(! -name locale.alias)
for language in $(grep -oP "'\K[a-z]{2,3}(?=-[A-Z]{2}')" "$here/../../packages/contract/src/rules/languages.ts" | sort -u); do
  kept+=(! -name "$language*")
done
find "$root/usr/share/locale" -mindepth 1 -maxdepth 1 "${kept[@]}" -exec rm -rf {} +
# Its voices, and its names for characters, are needed in the same languages.
find "$root"/usr/lib/*/espeak-ng-data -name '*_dict' "${kept[@]}" -delete
find "$root/usr/share/speech-dispatcher/locale" -mindepth 1 -maxdepth 1 ! -name base "${kept[@]}" -exec rm -rf {} +
find "$root/usr/share/doc" -mindepth 2 ! -name copyright ! -path '*/berth/*' ! -type d -delete
find "$root/usr/share/doc" -type d -empty -delete
shopt -s extglob nullglob
while read -r pattern; do
  # A pattern, and so unquoted.
  rm -rf "$root"/$pattern
done < <(listed unused-files | grep .)
# What needs a driver that is left out goes with it; the kernel's lists are made again.
kernel=$(basename "$root"/usr/lib/modules/*)
(cd "$root/usr/lib/modules/$kernel" && tr -d : <modules.dep | while read -r module needed; do
  [ -z "$needed" ] || ls $needed >/dev/null 2>&1 || rm -f "$module"
done)
chroot "$root" depmod "$kernel"
# The Wi-Fi driver takes the newest firmware that it knows of a chip; older and newer files are never read.
wifi=$root/usr/lib/firmware
chroot "$root" modinfo -k "$kernel" -F firmware iwlwifi | sed -n 's/\(.*\)-\([0-9]*\)\.ucode$/\1 \2/p' >"$root/tmp/known"
for file in "$wifi"/iwlwifi-*.ucode; do basename "$file" .ucode | sed 's/\(.*\)-/\1 /'; done |
  awk -v known="$root/tmp/known" '
    BEGIN { while ((getline line < known) > 0) { split(line, part); newest[part[1]] = part[2] } }
    $1 in newest { files[$1 "-" $2] = $1; if ($2 <= newest[$1] + 0 && $2 > kept[$1] + 0) kept[$1] = $2 }
    END { for (file in files) if (files[file] in kept && file != files[file] "-" kept[files[file]]) print file ".ucode" }' |
  sed "s|^|$wifi/|" | xargs -r rm
find "$wifi" -xtype l -delete
find "$root" -xdev -name __pycache__ -prune -exec rm -rf {} +
rm -rf "$root"/dev/* "$root"/run/* "$root"/tmp/* "$root"/root/.[!.]* "$root"/initrd.img* "$root"/vmlinuz*
mkdir -p "$root/boot"
# The order of loading is the order of a folder's names unless it is said.
ldconfig -r "$root" -C /etc/ld.so.cache
rm -rf "$root/var/cache"
# The time of what the build touched is the build's.
find "$root" -xdev -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
