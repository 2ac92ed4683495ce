#!/bin/bash
# enter.sh FOLDER: runs FOLDER's systemd with FOLDER as root, in separate namespaces. See folder.sh.
set -euo pipefail
root=$1
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
# NetworkManager ignores devices if /sys is read-only.
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 none "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 dev "$root/dev"
for device in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0; do
  IFS=: read -r name major minor <<<"$device"
  mknod -m 666 "$root/dev/$name" c "$major" "$minor"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
mount -t tmpfs -o mode=755 run "$root/run"
cd "$root"
mkdir -p .outside
pivot_root . .outside
# Without the capability to set the clock, which is the host's.
exec chroot . /bin/sh -c '
  umount -l /.outside; rmdir /.outside
  exec env -i container=other setpriv --bounding-set=-sys_time /lib/systemd/systemd --log-target=journal'
