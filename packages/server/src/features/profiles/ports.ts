import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import { restoredNote } from '@berth/contract/rules/text';
import type { Database, Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { GatewayPorts, MachineKey, ProfileKey } from '../../gateway/ports.ts';
import type { AuditNote } from '../../http/audit.ts';
import type { Caller } from '../../http/route.ts';
import type { Sealer } from '../../platform/seal.ts';
import { withDefaults } from './definition/check.ts';
import { openDefinition } from './definition/secrets.ts';
import type { IsRollingOut, RequireShell } from './deps.ts';
import { noSuchRevision } from './errors.ts';
import { combinationOf, digestOf, loadDefinition, loadLayers } from './layers/load.ts';
import { makeDefinition } from './layers/machine-definition.ts';
import { ALLOWED_BEFORE, lockForChange, saveProfile, shellGate } from './save.ts';
import { type Authorship, findProfile, isNameTaken } from './store.ts';
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
  /**
   * Restores an earlier revision as the newest; returns its number. The profile keeps its present name where another one
   * has taken the earlier.
   */
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
      const name = (await isNameTaken(tx, key, earlier.name)) ? before.profile.name : earlier.name;
      const authorship = { ...author, note: restoredNote(revision) };
      const saved = await saveProfile(tx, sealer, before, { name, definition }, authorship, ALLOWED_BEFORE);
      return saved.profile.revision;
    },
  };
}

/** Loads a revision (default: the newest) with layers, secrets in clear, as machines get it. For the gateway only. */
export function profileLoader(db: Database, sealer: Sealer, isRollingOut: IsRollingOut): GatewayPorts['loadProfile'] {
  return (organizationId: OrganizationId, profileId: ProfileId, revision: number | undefined, references) =>
    inTenant(db, { organizationId }, async (tx) => {
      const key = { organizationId, profileId };
      const profile = await findProfile(tx, key);
      const found = profile && (await findRevision(tx, key, revision ?? profile.revision));
      if (!found) return undefined;
      const layers = await loadLayers(tx, sealer, organizationId, references);
      const saved = openDefinition(sealer, organizationId, found.definition);
      const definition = layers.length > 0 ? makeDefinition(withDefaults(saved), layers).definition : saved;
      const digest = digestOf(references);
      return {
        content: { id: profileId, name: found.name, revision: found.revision, ...(digest && { digest }), definition },
        isStaged: await isRollingOut(tx, key),
      };
    });
}

/** Reads a machine's definition, for features that act on it; undefined without a machine or a profile. */
export function definitionReader(sealer: Sealer) {
  return async (tx: Tx, machine: MachineKey) => {
    const combination = await combinationOf(tx, machine);
    const loaded = combination && (await loadDefinition(tx, sealer, combination));
    if (!loaded) return undefined;
    const { profileId: id, revision, layers } = combination;
    return { id, revision, digest: digestOf(layers), definition: loaded.made.definition };
  };
}
