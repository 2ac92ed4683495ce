#!/bin/bash
# build.sh PACKAGE.deb OUT VERSION CHANNEL: makes one version of Berth OS in the folder OUT (docs/os.md): the root file system
# (erofs) and its hashes (dm-verity), kernel and initrd as one file (UKI) tied to them by the root hash, a disk to start from,
# and the lists of packages and of the CVEs that they fixed. For the package's architecture; for another one than this computer's,
# it has to run that one's programs (qemu-user-static). Needs root, mmdebstrap and Debian's mirror; SOURCE_DATE_EPOCH is the time of everything in it,
# BERTH_OS_PICTURES a folder with the pictures of a start (tooling/lib/os-pictures.mjs).
# BERTH_OS_WORK: a folder whose trees are kept and used again. BERTH_OS_MIRROR and
# BERTH_OS_SECURITY_MIRROR: other mirrors, such as a snapshot's.
# BERTH_OS_COMPRESSION: of mkfs.erofs; -zlz4 takes a tenth of the time and half as much space again. BERTH_OS_CMDLINE: more for
# the kernel's command line. BERTH_OS_WITHOUT: paths to leave out, as a regular expression. BERTH_OS_AGAIN: the tree of
# BERTH_OS_WORK's last version, with this one's number. BERTH_OS_BOOT_KEY and BERTH_OS_BOOT_CERT: files of the key that signs
# boot loader and kernel for Secure Boot, and of its certificate. BERTH_OS_FORMER_KEY and BERTH_OS_FORMER_CERT: those of the key that
# it takes the place of in firmware.
set -euo pipefail
deb=$(realpath "$1") out=$(realpath -m "$2") version=$3 channel=$4
here=$(cd "$(dirname "$0")" && pwd)
architecture=$(dpkg-deb -f "$deb" Architecture)
case $architecture in
amd64) efi=x64 ;;
arm64) efi=aa64 ;;
*) echo "Berth OS is not built for $architecture" >&2 && exit 1 ;;
esac
release=trixie compression=${BERTH_OS_COMPRESSION:--zzstd,level=6 -C131072 -Eztailpacking} mirror=${BERTH_OS_MIRROR:-http://deb.debian.org/debian}
security=${BERTH_OS_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
: "${SOURCE_DATE_EPOCH:?the time of everything in the image}"
: "${BERTH_OS_PICTURES:?the pictures of a start}"
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
work=${BERTH_OS_WORK:-$(mktemp -d /var/tmp/berth-os-XXXXXX)}
[ -n "${BERTH_OS_WORK:-}" ] || trap 'rm -rf "$work"' EXIT
boot_key=${BERTH_OS_BOOT_KEY:-} former_key=${BERTH_OS_FORMER_KEY:-}
for pair in "$boot_key|${BERTH_OS_BOOT_CERT:-}" "$former_key|${BERTH_OS_FORMER_CERT:-}"; do
  [ "$pair" = '|' ] || { [ -r "${pair%|*}" ] && [ -r "${pair#*|}" ]; } || { echo 'a boot key and its certificate are needed, as files' >&2 && exit 1; }
done
[ -z "$former_key" ] || [ -n "$boot_key" ] || { echo 'a former boot key is of use with a new one only' >&2 && exit 1; }
mkdir -p "$out" "$work"
base=$work/base root=$work/root tools=$work/tools
step() { echo "── $(date -u +%T) $*"; }
# Runs a program of the tools' tree; the image's tree is /mnt/root there, OUT /mnt/out, this folder /mnt/os. With KEYS=yes it
# sees the boot keys, which no other program does.
inside() {
  unshare --mount bash -euc '
    tools=$1 root=$2 out=$3 here=$4; shift 4
    mkdir -p "$tools"/mnt/{root,out,os,pictures}
    mount --bind "$root" "$tools/mnt/root"; mount --bind "$out" "$tools/mnt/out"; mount --bind "$here" "$tools/mnt/os"
    mount --bind "$BERTH_OS_PICTURES" "$tools/mnt/pictures"
    mount -t proc proc "$tools/proc"; mount --rbind /dev "$tools/dev"; mount -t sysfs sys "$tools/sys"
    mount --bind "$root/usr/lib/modules" "$tools/usr/lib/modules"
    if [ -n "${KEYS:-}" ]; then
      mkdir -p "$tools/mnt/keys"; mount -t tmpfs -o mode=700 tmpfs "$tools/mnt/keys"
      key() { [ -z "$2" ] || { touch "$tools/mnt/keys/$1" && mount --bind -o ro "$2" "$tools/mnt/keys/$1"; }; }
      key key "$BERTH_OS_BOOT_KEY"; key cert "$BERTH_OS_BOOT_CERT"
      key former-key "${BERTH_OS_FORMER_KEY:-}"; key former-cert "${BERTH_OS_FORMER_CERT:-}"
    fi
    exec chroot "$tools" "$@"' inside "$tools" "$root" "$out" "$here" "$@"
}
# A file's words, without comments. A line that ends in [amd64] or [arm64] is of that architecture alone.
names() { sed "s/#.*//; s/ *\[$architecture\]$//; /\[/d" "$here/$1" | xargs | tr ' ' ,; }
field() { dpkg-deb -f "$deb" "$1" | sed 's/ *| *[^,]*//g; s/ ([^)]*)//g; s/ //g'; }
debian() { # FOLDER VARIANT PACKAGES
  local sources install=(--include="$3")
  # Updates of security, too: a version of Berth OS is their only way to a machine.
  sources=$(printf 'deb %s %s main non-free-firmware\n' "$mirror" "$release" "$mirror" "$release-updates" "$security" "$release-security")
  [ "$(cat "$1.done" 2>/dev/null)" = "$3 $sources" ] && return
  rm -rf "$1" "$1.done"
  # Another architecture's packages are unpacked by this computer's dpkg, which emulated takes an hour, and configured by their own:
  # to this computer's, what depends on packages of that architecture is not satisfied.
  [ "$architecture" = "$(dpkg --print-architecture)" ] || install=(
    --customize-hook="APT_CONFIG=\$MMDEBSTRAP_APT_CONFIG apt-get -q=2 --yes --download-only install ${3//,/ } >/dev/null"
    --customize-hook='dpkg --root="$1" --force-depends --force-unsafe-io --path-include="*" --path-exclude="/usr/share/man/*" \
      --unpack "$1"/var/cache/apt/archives/*.deb >/dev/null 2>&1'
    --customize-hook='DEBIAN_FRONTEND=noninteractive chroot "$1" dpkg --configure --pending >"$1.log" 2>&1 || { cat "$1.log" >&2; exit 1; }
      rm "$1.log"'
  )
  # Our initrd is made below, with the tools.
  INITRD=No mmdebstrap --quiet --architectures="$architecture" --variant="$2" --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/man/*' "${install[@]}" "$release" "$1" - <<<"$sources"
  echo "$3 $sources" >"$1.done"
}

step 'Debian'
debian "$base" essential "$(field Depends),$(field Recommends),$(names packages)"
debian "$tools" apt "$(names tools)"
step 'the tree'
if [ -n "${BERTH_OS_AGAIN:-}" ]; then
  sed -i "s/^IMAGE_VERSION=.*/IMAGE_VERSION=$version/; s/^PRETTY_NAME=.*/PRETTY_NAME=\"Berth OS $version\"/" "$root/usr/lib/os-release"
  touch --date="@$SOURCE_DATE_EPOCH" "$root"/usr/lib{,/os-release}
else
  rm -rf "$root"
  mkdir -p "$root"
  cp -a --reflink=auto "$base/." "$root/"
  "$here/tree.sh" "$root" "$deb" "$version" "$channel"
fi
cp "$root"/usr/lib/berth-os/{packages,fixes} "$out/"

step 'the initrd'
kernel=$(basename "$root"/usr/lib/modules/*)
# Made once for a kernel and these files: it is the slowest part.
key=$(cat "$here"/{initrd,splash}/* "$BERTH_OS_PICTURES"/* "$tools/var/lib/dpkg/status" | sha256sum | cut -c1-16)
if [ ! -e "$work/initrd-$kernel-$key" ]; then
  inside /mnt/os/initrd/make "$kernel" /mnt/out/initrd /mnt/pictures
  mv "$out/initrd" "$work/initrd-$kernel-$key"
fi

step 'the boot loader'
# In the root, too: once a version has proved itself, it gives them to the boot partition (files/usr/lib/berth-os/boot-files).
boot=$root/usr/lib/berth-os/boot
rm -rf "$boot"
mkdir -p "$boot/EFI/BOOT"
loader=EFI/BOOT/BOOT${efi^^}.EFI
cp "$tools/usr/lib/systemd/boot/efi/systemd-boot$efi.efi" "$boot/$loader"
signing() { KEYS=yes inside /mnt/os/secure-boot "$@"; }
signed() { # FILE, as a program of the tools' tree sees it; by the former key, too, as long as that is the one that firmware knows
  signing sign /mnt/keys/key /mnt/keys/cert "$1" "$1.signed"
  if [ -n "$former_key" ]; then
    signing sign /mnt/keys/former-key /mnt/keys/former-cert "$1.signed" "$1.signed-twice"
    inside mv "$1.signed-twice" "$1.signed"
  fi
  inside mv "$1.signed" "$1"
}
if [ -n "$boot_key" ]; then
  signed /mnt/root/usr/lib/berth-os/boot/$loader
  signing variables /mnt/keys/key /mnt/keys/cert /mnt/root/usr/lib/berth-os/boot/loader/keys/auto
  if [ -n "$former_key" ]; then
    signing replace /mnt/keys/former-key /mnt/keys/former-cert /mnt/keys/cert /mnt/root/usr/lib/berth-os/boot/keys
  fi
else
  step 'no boot key: not signed for Secure Boot'
fi
chmod -R u=rwX,go=rX "$boot"

step 'the root file system and its hashes'
# Derived from the version, so that the same tree gives the same bytes.
seed=$(printf 'berth-os %s %s' "$version" "$architecture" | sha256sum | cut -c1-64)
uuid() { echo "${1:0:8}-${1:8:4}-${1:12:4}-${1:16:4}-${1:20:12}"; }
rm -f "$out"/berth_* "$out"/disk.* "$out"/network.*
inside mkfs.erofs --quiet $compression -T "$SOURCE_DATE_EPOCH" -U "$(uuid "$seed")" \
  --exclude-regex="^(boot|proc|sys|dev|run|tmp|var)/.+${BERTH_OS_WITHOUT:+|^($BERTH_OS_WITHOUT)}" /mnt/out/root.raw /mnt/root
inside veritysetup format --salt="$seed" --uuid="$(uuid "${seed:32}")" --root-hash-file=/mnt/out/roothash \
  /mnt/out/root.raw /mnt/out/verity.raw >/dev/null
hash=$(cat "$out/roothash")
data=$(uuid "${hash:0:32}") hashes=$(uuid "${hash:32}")
mv "$out/root.raw" "$out/berth_${version}_$data.root.raw"
mv "$out/verity.raw" "$out/berth_${version}_$hashes.verity.raw"

step 'kernel, initrd and command line as one file'
# By our own names: those of the partitions' IDs could be another disk's (initrd/65-berth-os.rules).
parts="systemd.verity_root_data=/dev/disk/berth-os/$data systemd.verity_root_hash=/dev/disk/berth-os/$hashes"
cp "$work/initrd-$kernel-$key" "$out/initrd"
cp "$root/boot/vmlinuz-$kernel" "$out/vmlinuz"
inside ukify build --linux=/mnt/out/vmlinuz --initrd=/mnt/out/initrd --splash=/mnt/pictures/logo.bmp --os-release=@/mnt/root/usr/lib/os-release \
  --uname="$kernel" --cmdline="roothash=$hash $parts berth-os.version=$version $(xargs <"$here/cmdline")${BERTH_OS_CMDLINE:+ $BERTH_OS_CMDLINE}" --output="/mnt/out/berth_$version.efi" >/dev/null
rm "$out/initrd" "$out/vmlinuz"
[ -z "$boot_key" ] || signed "/mnt/out/berth_$version.efi"
# What the disk's boot partition has besides the kernel.
esp=$out/esp
rm -rf "$esp"
mkdir -p "$esp/loader"
cp "$here/loader.conf" "$esp/loader/"
for each in EFI loader; do [ ! -e "$boot/$each" ] || cp -r "$boot/$each" "$esp/"; done
find "$esp" "$out/berth_$version.efi" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +

step 'a disk to start from, and one to fetch over the network'
inside sh -euc 'cp -r /mnt/os/disk /tmp/disk; sed -i "$1" /tmp/disk/*.conf
  repart() { systemd-repart --offline=yes --empty=create --size=auto --dry-run=no --seed="$1" --definitions=/tmp/disk --no-pager \
    --copy-source=/ "$2" >/dev/null; }
  # By default, repart makes sectors of 4,096 bytes, which not all firmware reads.
  SYSTEMD_REPART_MKFS_OPTIONS_VFAT="-S 512" repart "$2" /mnt/out/disk.raw
  # As small as it can be: it is in memory while it runs. So small a FAT32 needs the smallest clusters to be one.
  sed -i "/^Size/d" /tmp/disk/*.conf; printf "SizeMinBytes=96M\nSizeMaxBytes=96M\n" >>/tmp/disk/10-esp.conf
  SYSTEMD_REPART_MKFS_OPTIONS_VFAT="-S 512 -s 1" repart "$3" /mnt/out/network.img; rm -r /tmp/disk /mnt/out/esp' sh \
  "s/@VERSION@/$version/g; s/@DATA@/$data/g; s/@HASHES@/$hashes/g" "$(uuid "$seed")" "$(uuid "${seed:32}")"
step "$(du -m "$out"/berth_*.root.raw | cut -f1) MB root, $(du -m "$out"/berth_*.efi | cut -f1) MB kernel"
