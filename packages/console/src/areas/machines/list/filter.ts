import { WARNINGS, type Warning } from '@berth/contract/api/fleet';
import type { ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { MachineState } from '../machine-status.tsx';

/** All that needs attention at once, as the overview counts it. */
export const ATTENTION = 'attention';
export const NEEDING = { or: WARNINGS.map((need) => ({ [need]: true })) };

/** Whether machines that nobody saw for 30 days are shown: not by default (spec chapter 9, device list), only they, or all. */
export const SEEN = ['unseen', 'all'] as const;
export type Seen = (typeof SEEN)[number];

/** Which machines a list shows. */
export interface MachineFilter {
  /**
   * Part of what is known of a machine (name, tags, addresses, model, serial number, who is logged in) or of its profile's
   * name, or the beginning of its id.
   */
  readonly text: string;
  readonly state: MachineState | undefined;
  readonly tag: string | undefined;
  readonly need: Warning | typeof ATTENTION | undefined;
  readonly profileId: ProfileId | undefined;
  readonly seen: Seen | undefined;
  /** An agent version; empty for machines that were never connected. */
  readonly version?: string | undefined;
  readonly deployment: Deployment | undefined;
}

interface NamedProfile {
  readonly id: ProfileId;
  readonly name: string;
}

const STATES: Readonly<Record<MachineState, object>> = {
  // Whatever it does: an update is done online.
  online: { online: true },
  updating: { online: true, status: 'updating' },
  'reboot-needed': { online: true, status: 'reboot-needed' },
  offline: { online: false },
};

/** Profiles of one search: an address has its limits, and more than these nobody means. */
const PROFILES_MAX = 50;

/**
 * A filter as the `where` of a list's call. Profiles are found by their names here, because there are few and the page
 * has them; machines by the server.
 */
export function whereOf(filter: MachineFilter, profiles: readonly NamedProfile[]): object {
  const { text, state, tag, need, seen, deployment, profileId, version } = filter;
  // A search, a need and a connection find their machines whenever they were last seen.
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

/** The conditions of which a machine that a search finds meets at least one. */
export function machinesLike(text: string, profiles: readonly NamedProfile[]): object[] {
  const lower = text.toLowerCase();
  const named = profiles.filter(({ name }) => name.toLowerCase().includes(lower)).slice(0, PROFILES_MAX);
  return [
    { search: { ilike: `%${literally(text)}%` } },
    ...(/^[0-9a-f]{1,32}$/.test(lower) ? [{ id: { like: `${lower}%` } }] : []),
    ...(named.length > 0 ? [{ profileId: { inq: named.map(({ id }) => id) } }] : []),
  ];
}

/** A text as a pattern that means itself. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** What each column sorts by, as the list's fields. A standing begins with machines that are online. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
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
};

/** The list's order for a sort as it stands in the address: a column, and a minus before it for descending. */
export function orderOf(sort: string): string[] {
  const descending = sort.startsWith('-');
  const fields = ORDERS[sort.replace(/^-/, '')] ?? ORDERS.name ?? [];
  return fields.map((field) => `${field} ${descending ? 'DESC' : 'ASC'}`);
}
