import type { Organization } from '@berth/contract/api/organizations';
import type { Fault } from '@berth/contract/errors';

/**
 * The spec sends the active organization back whole to rename it. What cannot be changed by that must then be as it
 * is; each field that is not gets a fault, because ignoring it would look like success.
 */
export function unchangeableFaults(current: Organization, sent: Partial<Organization>): Fault[] {
  const { name: _name, ...rest } = sent;
  return Object.entries(rest)
    .filter(([field, value]) => !same(value, current[field as keyof Organization]))
    .map(([field]) => ({ path: `/${field}`, rule: 'unchangeable', message: 'cannot be changed by this call' }));
}

function same(sent: unknown, current: unknown): boolean {
  return JSON.stringify(sorted(sent)) === JSON.stringify(sorted(current));
}

// Lists of members are sets, and the order of an object's fields means nothing.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(sorted(entry))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
