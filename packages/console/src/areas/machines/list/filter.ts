import { WARNINGS, type Warning } from '@berth/contract/api/fleet';
import type { ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { MachineState } from '../machine-status.tsx';

/** Everything that needs attention, as counted by the overview. */
export const ATTENTION = 'attention';
export const NEEDING = { or: WARNINGS.map((need) => ({ [need]: true })) };

/** Machines not seen for 30 days: hidden (the default, spec chapter 9, device list), only these, or all. */
export const SEEN = ['unseen', 'all'] as const;
export type Seen = (typeof SEEN)[number];

/** The filter of a list of machines. */
export interface MachineFilter {
  /**
   * Part of a machine's name, tags, addresses, model, serial number or current user, or of its profile's name, or the
   * beginning of its ID.
   */
  readonly text: string;
  readonly state: MachineState | undefined;
  readonly tag: string | undefined;
  readonly need: Warning | typeof ATTENTION | undefined;
  readonly profileId: ProfileId | undefined;
  readonly seen: Seen | undefined;
  /** An agent version; empty for machines never connected. */
  readonly version?: string | undefined;
  readonly deployment: Deployment | undefined;
}

interface NamedProfile {
  readonly id: ProfileId;
  readonly name: string;
}

const STATES: Readonly<Record<MachineState, object>> = {
  // In any state: updates are installed online.
  online: { online: true },
  updating: { online: true, status: 'updating' },
  'reboot-needed': { online: true, status: 'reboot-needed' },
  offline: { online: false },
};

/** Maximum number of profiles of a search: URLs have a limited length. */
const PROFILES_MAX = 50;

/**
 * A filter as the `where` of a list's call. Profiles are searched by name here, because the page has loaded all of them;
 * machines are searched by the server.
 */
export function whereOf(filter: MachineFilter, profiles: readonly NamedProfile[]): object {
  const { text, state, tag, need, seen, deployment, profileId, version } = filter;
  // Searches and filters by need or connection include machines not seen for long.
  const isWide = text.trim() !== '' || need !== undefined || (state !== undefined && state !== 'offline');
  const parts = [
    deployment && { deployment },
    state && STATES[state],
    tag !== undefined && { tags: tag },
    profileId !== undefined && { profileId },
    version !== undefined && { agentVersion: version === '' ? null : version },
    need === ATTENTION ? NEEDING : need && { [need]: true },
    seen === 'unseen' ? { unseen: true } : seen === undefined && !isWide && { unseen: false },
    text.trim() !== '' && { or: machinesLike(text.trim(), profiles) },
  ].filter((part): part is object => typeof part === 'object');
  return parts.length > 1 ? { and: parts } : (parts[0] ?? {});
}

/** The conditions of a search; a machine has to meet at least one. */
export function machinesLike(typed: string, profiles: readonly NamedProfile[]): object[] {
  // As names are stored; file names of a Mac, for example, are pasted with separate accents.
  const text = typed.normalize('NFC');
  const lower = text.toLowerCase();
  const named = profiles.filter(({ name }) => name.toLowerCase().includes(lower)).slice(0, PROFILES_MAX);
  return [
    { search: { ilike: `%${literally(text)}%` } },
    ...(MAC.test(lower) ? [{ search: { ilike: `%${macOf(lower)}%` } }] : []),
    ...(/^[0-9a-f]{1,32}$/.test(lower) ? [{ id: { like: `${lower}%` } }] : []),
    ...(named.length > 0 ? [{ profileId: { inq: named.map(({ id }) => id) } }] : []),
  ];
}

/** A MAC address as Windows (aa-bb-cc) or switches (aabb.ccdd) write it, or part of one; or a whole one without separators. */
const MAC = /^(?:[0-9a-f]{2}(?:-[0-9a-f]{2}){2,5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){1,2}|[0-9a-f]{12})$/;

/** The same as machines report it: aa:bb:cc. */
function macOf(text: string): string {
  return text.replaceAll(/[-.]/g, '').match(/../g)?.join(':') ?? '';
}

/** A text with escaped wildcards. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** The list's fields that each column sorts by; `standing` starts with online machines. */
const ORDERS = {
  name: ['name'],
  state: ['standing'],
  profile: ['profile'],
  revision: ['appliedRevision'],
  seen: ['lastSeen'],
  version: ['agentVersion'],
  deployment: ['deployment'],
  registered: ['registeredAt'],
  address: ['ipAddress'],
  model: ['model'],
  serial: ['serial'],
  user: ['loggedIn'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A column that can be sorted by. */
export type SortKey = keyof typeof ORDERS;

/** The list's order for a sort key of the URL: a column, with a leading minus for descending. */
export function orderOf(sort: string): string[] {
  const descending = sort.startsWith('-');
  const key = sort.replace(/^-/, '');
  const fields: readonly string[] = Object.hasOwn(ORDERS, key) ? ORDERS[key as SortKey] : ORDERS.name;
  return fields.map((field) => `${field} ${descending ? 'DESC' : 'ASC'}`);
}
