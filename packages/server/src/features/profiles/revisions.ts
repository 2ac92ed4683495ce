import { compareRevisions, listRevisions, readRevision, restoreRevision } from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { restoredNote } from '@berth/contract/rules/text';
import type { Tx } from '../../db/connection.ts';
import { type Route, route } from '../../http/route.ts';
import { differences, type Shown } from './definition/compare.ts';
import { maskDefinition, openDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { noSuchRevision, rollingOut } from './errors.ts';
import { presentRevision } from './present.ts';
import { lockForChange, replySaved, saveProfile, shellGate } from './save.ts';
import * as store from './store-revisions.ts';
import { findRevision } from './store-revisions.ts';

const LIMIT_DEFAULT = 50;

export const listRevisionsRoute = route(listRevisions, async ({ params, query, tx, organizationId }) => {
  const page = { limit: query.limit ?? LIMIT_DEFAULT, before: query.before };
  const rows = await store.listRevisions(tx, { organizationId, profileId: params.id }, page);
  return rows.map(presentRevision);
});

export const readRevisionRoute = route(readRevision, async ({ params, tx, organizationId }) => {
  const row = await findRevision(tx, { organizationId, profileId: params.id }, params.revision);
  if (!row) throw noSuchRevision(params.revision);
  return { ...presentRevision(row), name: row.name, definition: maskDefinition(row.definition) };
});

export function compareRevisionsRoute({ sealer }: ProfileDeps): Route {
  async function load(tx: Tx, organizationId: OrganizationId, profileId: ProfileId, revision: number): Promise<Shown> {
    const row = await findRevision(tx, { organizationId, profileId }, revision);
    if (!row) throw noSuchRevision(revision);
    const { name, definition } = row;
    return {
      clear: { name, definition: openDefinition(sealer, organizationId, definition) },
      masked: { name, definition: maskDefinition(definition) },
    };
  }

  return route(compareRevisions, async ({ params, query, tx, organizationId }) => {
    const before = await load(tx, organizationId, params.id, query.from);
    const after = await load(tx, organizationId, params.id, query.to);
    return differences(before, after);
  });
}

export function restoreRevisionRoute(deps: ProfileDeps): Route {
  const { sealer, isRollingOut, requireShell } = deps;
  return route(restoreRevision, async (call) => {
    const { params, ifMatch, caller, tx, organizationId } = call;
    const key = { organizationId, profileId: params.id };
    const before = await lockForChange(tx, key, ifMatch);
    if (await isRollingOut(tx, key)) throw rollingOut();
    const earlier = await findRevision(tx, key, params.revision);
    if (!earlier) throw noSuchRevision(params.revision);

    const next = { name: earlier.name, definition: openDefinition(sealer, organizationId, earlier.definition) };
    const authorship = { authorId: caller.userId, author: caller.email, note: restoredNote(params.revision) };
    const gate = shellGate(requireShell, call);
    const saved = await saveProfile(tx, sealer, before, next, authorship, gate);
    return replySaved(call, deps, saved);
  });
}
