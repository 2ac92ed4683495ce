#!/bin/sh
# network-namespace.sh FOLDER: in namespaces of its own, a machine's network with the real NetworkManager, whose system
# bus is FOLDER/bus. The machine has one adapter, cable0; at its other end is a router, 192.0.2.1, which gives out
# addresses .100 to .119 by DHCP. Nothing of it reaches the computer underneath.
set -e
folder=$1
mount -t sysfs -o ro none /sys
mount -t tmpfs none /run
mount -t tmpfs none /var/lib
mkdir -p /run/NetworkManager /var/lib/NetworkManager "$folder/nm"
ip netns add router
ip link set lo up
ip link add cable0 type veth peer name lan0 netns router
ip -n router address add 192.0.2.1/24 dev lan0
ip -n router link set lan0 up
setpriv --pdeathsig KILL ip netns exec router dnsmasq --no-daemon --conf-file=/dev/null --port=0 --user=root --no-ping --dhcp-authoritative \
  --dhcp-range=192.0.2.100,192.0.2.119,1h --dhcp-option=option:router,192.0.2.1 \
  --dhcp-option=option:dns-server,192.0.2.1 --dhcp-leasefile=/run/leases --pid-file= &
setpriv --pdeathsig KILL dbus-daemon --session --nofork --nopidfile --address="unix:path=$folder/bus" &
until [ -S "$folder/bus" ]; do sleep 0.02; done
export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$folder/bus"
# It must not touch /etc, which is everybody's.
cat >"$folder/nm.conf" <<END
[main]
plugins=keyfile
auth-polkit=false
rc-manager=unmanaged
hostname-mode=none
[keyfile]
path=$folder/nm
END
exec NetworkManager --no-daemon --config="$folder/nm.conf" --config-dir="$folder/none" \
  --intern-config="$folder/nm-intern.conf" --state-file="$folder/nm.state"
