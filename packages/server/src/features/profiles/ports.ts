import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Role } from '@berth/contract/rules/permissions';
import { restoredNote } from '@berth/contract/rules/text';
import type { Database, Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { GatewayPorts, ProfileKey } from '../../gateway/ports.ts';
import type { AuditNote } from '../../http/audit.ts';
import type { Caller } from '../../http/route.ts';
import type { Sealer } from '../../platform/seal.ts';
import { withDefaults } from './definition/check.ts';
import { openDefinition } from './definition/secrets.ts';
import type { IsRollingOut, RequireShell } from './deps.ts';
import { noSuchRevision } from './errors.ts';
import { ALLOWED_BEFORE, lockForChange, saveProfile, shellGate } from './save.ts';
import { type Authorship, findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

/** Creates revisions for rollouts. The profile stays locked until the transaction ends; machines are not notified. */
interface Staging {
  /** Saves a draft as the newest revision. Masks in it stand for the profile's secrets. */
  stage(
    tx: Tx,
    key: ProfileKey,
    draft: { readonly name: string | undefined; readonly definition: unknown },
    authorship: Authorship,
    ifMatch: string | undefined,
    person: { readonly caller: Caller; readonly role: Role },
  ): Promise<{ readonly from: number; readonly to: number; readonly note: AuditNote }>;
  /** Restores an earlier revision as the newest; returns its number. */
  restore(tx: Tx, key: ProfileKey, revision: number, author: Omit<Authorship, 'note'>): Promise<number>;
}

export function createStaging(sealer: Sealer, requireShell: RequireShell): Staging {
  return {
    async stage(tx, key, { name, definition }, authorship, ifMatch, person) {
      const before = await lockForChange(tx, key, ifMatch);
      const next = { name: name ?? before.profile.name, definition };
      const gate = shellGate(requireShell, { tx, organizationId: key.organizationId, ...person });
      const saved = await saveProfile(tx, sealer, before, next, authorship, gate);
      return { from: before.profile.revision, to: saved.profile.revision, note: saved.note };
    },
    async restore(tx, key, revision, author) {
      const before = await lockForChange(tx, key, undefined);
      const earlier = await findRevision(tx, key, revision);
      if (!earlier) throw noSuchRevision(revision);
      const definition = openDefinition(sealer, key.organizationId, earlier.definition);
      const authorship = { ...author, note: restoredNote(revision) };
      const saved = await saveProfile(
        tx,
        sealer,
        before,
        { name: earlier.name, definition },
        authorship,
        ALLOWED_BEFORE,
      );
      return saved.profile.revision;
    },
  };
}

/** Loads a revision (default: the newest) with secrets in clear, as machines get it. For the gateway only. */
export function profileLoader(db: Database, sealer: Sealer, isRollingOut: IsRollingOut): GatewayPorts['loadProfile'] {
  return (organizationId: OrganizationId, profileId: ProfileId, revision: number | undefined) =>
    inTenant(db, { organizationId }, async (tx) => {
      const key = { organizationId, profileId };
      const profile = await findProfile(tx, key);
      const found = profile && (await findRevision(tx, key, revision ?? profile.revision));
      if (!found) return undefined;
      const definition = openDefinition(sealer, organizationId, found.definition);
      return {
        content: { id: profileId, name: found.name, revision: found.revision, definition },
        isStaged: await isRollingOut(tx, key),
      };
    });
}

/** Reads a saved revision, for features that act on what a machine shows. */
export function definitionReader(sealer: Sealer) {
  return async (tx: Tx, key: ProfileKey, revision: number): Promise<ProfileDefinition | undefined> => {
    const found = await findRevision(tx, key, revision);
    return found && withDefaults(openDefinition(sealer, key.organizationId, found.definition));
  };
}
