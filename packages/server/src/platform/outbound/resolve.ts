import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Finds the addresses of a hostname; fails with a `code` such as ENOTFOUND if there are none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Of one query to one name server. */
const QUERY = { timeout: 2_000, tries: 2 } as const;

/**
 * Resolves names that people enter. Names are queried without Node's thread pool: it runs two lookups at a time, so that
 * a few names whose servers do not respond would delay those of the database and the mail server by half a minute.
 * /etc/hosts precedes the name servers, as in any other program; names without a dot are left to the system.
 *
 * @param servers the name servers, such as 192.0.2.1:53; the computer's own by default.
 */
export function createResolve(servers?: readonly string[], hostsFile = '/etc/hosts'): Resolve {
  return async (host) => {
    if (!host.includes('.')) return dns.lookup(host, { all: true, verbatim: true });
    const listed = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), host);
    if (listed.length > 0) return listed;
    // A resolver reads the computer's name servers once, which may change.
    const resolver = new dns.Resolver(QUERY);
    if (servers) resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((each, index) =>
      each.status === 'fulfilled' ? each.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    );
    if (addresses.length > 0) return addresses;
    const [first] = found;
    throw first.status === 'rejected' ? first.reason : new Error(`${host} has no address`);
  };
}

/** A name's addresses in a hosts file: an address and its names in each line (man 5 hosts). */
function addressesIn(hosts: string, host: string): LookupAddress[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(host.toLowerCase()) ? [{ address, family: isIP(address) }] : [];
  });
}
