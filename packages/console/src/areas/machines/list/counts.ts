import { summarizeMachines } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { read } from '../../../data/query.ts';

/** The condition that finds every machine. */
export const EVERYTHING = {};

/** How many machines are in which state, of those that a condition finds. */
export function countsQuery(orgId: OrganizationId, where: object) {
  return read(summarizeMachines, { params: { orgId }, query: { filter: JSON.stringify({ where }) } });
}
