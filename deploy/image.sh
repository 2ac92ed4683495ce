#!/bin/bash
# image.sh PACKAGE.deb OUT.img [FOLDER]: builds a disk image that boots into the setup wizard on any PC with UEFI, Secure Boot
# included: Debian, the package, a partition BERTH-BOOT for berth.conf (see docs/machine.md) and one for the system, which
# grows with the disk at its first start. Needs root, mmdebstrap, mtools, dosfstools, fdisk and Debian's mirror; takes minutes.
# FOLDER: an existing Debian, which is changed. BERTH_IMAGE_PACKAGES: more packages, separated by commas.
set -euo pipefail
deb=$(realpath "$1")
out=$2
root=${3:-}
release=${BERTH_DEBIAN:-trixie}
boot_mib=256
spare_mib=1024
work=$(mktemp -d /var/tmp/image-XXXXXX)
trap 'rm -rf "$work"' EXIT

if [ -z "$root" ]; then
  root=$work/root
  field() { dpkg-deb -f "$deb" "$1" | sed 's/ *| *[^,]*//g; s/ ([^)]*)//g; s/ //g'; }
  # Needed only by real computers: kernel, boot loader, devices, graphics, firmware.
  computer=linux-image-amd64,initramfs-tools,grub-efi-amd64-signed,shim-signed,systemd-sysv,systemd-repart,udev,e2fsprogs
  computer+=,dosfstools,kbd,libgl1-mesa-dri,firmware-linux-free,firmware-iwlwifi,firmware-realtek,firmware-misc-nonfree
  mmdebstrap --variant=apt --components=main,non-free-firmware --aptopt='APT::Install-Recommends "false"' \
    --include="$(field Depends),$(field Recommends),$computer${BERTH_IMAGE_PACKAGES:+,$BERTH_IMAGE_PACKAGES}" \
    "$release" "$root"
fi
cp "$deb" "$root/berth.deb"
chroot "$root" env DEBIAN_FRONTEND=noninteractive dpkg -i /berth.deb
rm "$root/berth.deb"

# Removes everything that must be unique per computer; the host name is derived from the machine's ID later.
: >"$root/etc/machine-id"
rm -f "$root/var/lib/dbus/machine-id" "$root/etc/ssh/"ssh_host_* "$root/etc/resolv.conf"
echo berth >"$root/etc/hostname"
# Until the setup wizard or a profile sets the time zone.
ln -sf /usr/share/zoneinfo/Etc/UTC "$root/etc/localtime"
printf '127.0.0.1 localhost\n127.0.1.1 berth\n::1 localhost\n' >"$root/etc/hosts"
cat >"$root/etc/fstab" <<FSTAB
LABEL=berth-root / ext4 defaults,x-systemd.growfs 0 1
LABEL=BERTH-BOOT /boot/efi vfat umask=0077,nofail 0 2
FSTAB
mkdir -p "$root/boot/efi" "$root/boot/grub" "$root/etc/repart.d"
printf '[Partition]\nType=root\n' >"$root/etc/repart.d/50-root.conf"
# Debian links /vmlinuz and /initrd.img to the newest kernel.
cat >"$root/boot/grub/grub.cfg" <<GRUB
set timeout=1
# A slow emulator fails the kernel's timer check.
if smbios --type 1 --get-string 4 --set maker; then
  if [ "\$maker" = QEMU ]; then set more="no_timer_check mitigations=off"; fi
fi
menuentry "Berth" {
  linux /vmlinuz root=LABEL=berth-root ro quiet \$more
  initrd /initrd.img
}
GRUB

mkdir "$work/efi" "$work/efi/EFI" "$work/efi/EFI/BOOT" "$work/efi/EFI/debian"
cp "$root/usr/lib/shim/shimx64.efi.signed" "$work/efi/EFI/BOOT/BOOTX64.EFI"
cp "$root/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed" "$work/efi/EFI/BOOT/grubx64.efi"
cat >"$work/efi/EFI/debian/grub.cfg" <<GRUB
search --no-floppy --label berth-root --set=root
set prefix=(\$root)/boot/grub
configfile \$prefix/grub.cfg
GRUB
cat >"$work/efi/berth.conf" <<CONF
# URL of the machine's cloud, and an enrollment code for unattended registration.
#BERTH_SERVER=https://berth.example
#BERTH_ENROLLMENT_CODE=
CONF

root_mib=$(($(du -sm --one-file-system "$root" | cut -f1) * 11 / 10 + spare_mib))
rm -f "$out"
truncate -s $((boot_mib + root_mib + 2))M "$out"
sfdisk --quiet "$out" <<DISK
label: gpt
start=1MiB, size=${boot_mib}MiB, type=uefi, name=berth-boot
start=$((boot_mib + 1))MiB, size=${root_mib}MiB, type=4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709, name=berth-root
DISK
truncate -s ${boot_mib}M "$work/boot.fat"
mkfs.vfat -F 32 -n BERTH-BOOT "$work/boot.fat" >/dev/null
mcopy -s -i "$work/boot.fat" "$work/efi/EFI" "$work/efi/berth.conf" ::/
dd if="$work/boot.fat" of="$out" bs=1M seek=1 conv=notrunc,sparse status=none
mke2fs -q -t ext4 -L berth-root -d "$root" -E offset=$(((boot_mib + 1) << 20)) "$out" ${root_mib}M
echo "$out: $(du -m "$out" | cut -f1) MB of $((boot_mib + root_mib + 2))"
