import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** The discard port, which magic packets are usually sent to: network adapters look at no port. */
const PORT = 9;
/** Broadcasts are not repeated by the network when they are lost. */
const WAITS_MS = [0, 1_000, 4_000] as const;

/** Where this computer's networks take broadcasts, and from which of its addresses. */
export interface Broadcast {
  readonly from: string;
  readonly to: string;
}

/**
 * Sends a magic packet to each hardware address in all networks of this computer, three times within five seconds. A
 * network that does not take it is left out.
 */
export async function sendMagicPackets(
  macs: readonly string[],
  broadcasts: readonly Broadcast[] = ownBroadcasts(),
  { port = PORT, waitsMs = WAITS_MS }: { readonly port?: number; readonly waitsMs?: readonly number[] } = {},
): Promise<void> {
  for (const wait of waitsMs) {
    await sleep(wait);
    await Promise.allSettled(broadcasts.map((broadcast) => sendAll(macs, broadcast, port)));
  }
}

async function sendAll(macs: readonly string[], { from, to }: Broadcast, port: number): Promise<void> {
  const socket = createSocket('udp4');
  try {
    // From the address of its interface, so that the packet leaves there.
    socket.bind(0, from);
    await once(socket, 'listening');
    socket.setBroadcast(true);
    for (const mac of macs) {
      await new Promise<void>((resolve, reject) => {
        socket.send(magicPacket(mac), port, to, (error) => (error ? reject(error) : resolve()));
      });
    }
  } finally {
    socket.close();
  }
}

/** Six bytes FF, and sixteen times the hardware address (AMD, Magic Packet Technology, 20213). */
function magicPacket(mac: string): Buffer {
  const address = Buffer.from(mac.replaceAll(':', ''), 'hex');
  return Buffer.concat([Buffer.alloc(6, 0xff), ...Array.from({ length: 16 }, () => address)]);
}

function ownBroadcasts(): Broadcast[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address, netmask }) => ({ from: address, to: broadcastOf(address, netmask) }));
}

/** The address of a network with all bits of the host set, such as 192.0.2.255. */
export function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number);
  return address
    .split('.')
    .map((part, index) => Number(part) | (~(mask[index] ?? 0) & 0xff))
    .join('.');
}
