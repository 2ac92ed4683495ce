/** Tables of the kernel as text: /proc/net/route and /proc/net/arp (proc_pid_net(5)). */

/** The routers of default routes, with the interface that leads to each. */
function defaultRouters(routes: string): { readonly device: string; readonly address: string }[] {
  return routes.split('\n').flatMap((line) => {
    const [device = '', destination, gateway = ''] = line.split('\t');
    if (destination !== '00000000' || !/^[0-9A-F]{8}$/.test(gateway) || gateway === '00000000') return [];
    return [{ device, address: [...Buffer.from(gateway, 'hex')].toReversed().join('.') }];
  });
}

/** The router of the first default route; null without one. */
export function defaultGateway(routes: string): string | null {
  return defaultRouters(routes)[0]?.address ?? null;
}

/** The flag ATF_COM of a neighbor that answered. */
const COMPLETE = 0x2;

/** The hardware address of a neighbor that answered. */
function neighborMac(neighbors: string, address: string): string | undefined {
  for (const line of neighbors.split('\n')) {
    const [ip, , flags, mac] = line.trim().split(/\s+/);
    if (ip === address && (Number(flags) & COMPLETE) !== 0) return mac;
  }
  return undefined;
}

/** Whether a neighbor answered. */
export function isNeighbor(neighbors: string, address: string): boolean {
  return neighborMac(neighbors, address) !== undefined;
}

/** The hardware address of each interface's default router, as far as it answered. */
export function routerMacs(routes: string, neighbors: string): Map<string, string> {
  return new Map(
    defaultRouters(routes).flatMap(({ device, address }) => {
      const mac = neighborMac(neighbors, address);
      return mac === undefined ? [] : [[device, mac] as const];
    }),
  );
}
