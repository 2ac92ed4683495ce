const PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ADDRESS = `${PART}(?:\\.${PART}){3}`;
const IPV4 = new RegExp(`^${ADDRESS}$`);
const WITH_PREFIX = new RegExp(`^${ADDRESS}/(?:[1-9]|[12]\\d|3[0-2])$`);

export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** An address with its prefix length: 192.0.2.10/24. */
export function isAddressWithPrefix(text: string): boolean {
  return WITH_PREFIX.test(text);
}

/** Addresses separated by commas or spaces; undefined if one is invalid. */
export function readServers(text: string): string[] | undefined {
  const servers = text.split(/[\s,;]+/).filter(Boolean);
  return servers.every(isIpv4) ? servers : undefined;
}
