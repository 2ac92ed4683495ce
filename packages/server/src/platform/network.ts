/** A household or a host gets a whole /64 of IPv6 addresses: they count as one. */
export function network(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const [before = [], after = []] = groups;
  const filled = address.includes('::')
    ? [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
    : before;
  return filled.slice(0, 4).join(':');
}
