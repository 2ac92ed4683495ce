import { randomUUID } from 'node:crypto';
import { createProfile, duplicateProfile } from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT, type Deployment, PROFILES_MAX } from '@berth/contract/limits';
import type { Role } from '@berth/contract/rules/permissions';
import { cleanName } from '@berth/contract/rules/text';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import type { AuditNote } from '../../http/audit.ts';
import { type Caller, type Route, route } from '../../http/route.ts';
import { checkDefinition, withDefaults } from './definition/check.ts';
import { openDefinition, sealDefinition } from './definition/secrets.ts';
import type { LockTier, ProfileDeps } from './deps.ts';
import { notFound, orConstraint } from './errors.ts';
import { requireShellFor, requireSize, shellGate } from './save.ts';
import { addRevision, countProfiles, findProfile, insertProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export function createProfileRoute(deps: ProfileDeps): Route {
  return route(createProfile, (call) => {
    const { name, deployment = DEPLOYMENT_DEFAULT, definition = {} } = call.body;
    return makeProfile(deps, call, { name, deployment, definition });
  });
}

export function duplicateProfileRoute(deps: ProfileDeps): Route {
  return route(duplicateProfile, async (call) => {
    const { params, body, tx, organizationId } = call;
    const key = { organizationId, profileId: params.id };
    const profile = await findProfile(tx, key);
    const current = profile && (await findRevision(tx, key, profile.revision));
    if (!current) throw notFound();
    const { deployment, revision } = profile;
    const definition = openDefinition(deps.sealer, organizationId, current.definition);
    const appsBefore = withDefaults(definition).thinhoc.apps.enabled;
    return makeProfile(
      deps,
      call,
      { name: body.name, deployment, definition, appsBefore },
      { copyOf: params.id, revision },
    );
  });
}

interface MakingCall {
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  readonly caller: Caller;
  readonly role: Role;
  audit(note: AuditNote): void;
}

/**
 * Creates a profile with its first revision. Throws 'upgrade-required', 'too-many-profiles', 'name-taken', 'forbidden' or
 * 'shell-not-allowed' for shell buttons, and 'invalid-profile' with every fault by its path in the definition. The audit
 * log records `origin`, where the profile comes from.
 */
export async function makeProfile(
  { sealer, lockTier, requireShell }: Pick<ProfileDeps, 'sealer' | 'lockTier' | 'requireShell'>,
  { tx, organizationId, caller, role, audit }: MakingCall,
  input: {
    readonly name: string;
    readonly deployment: Deployment;
    readonly definition: unknown;
    readonly appsBefore?: string[];
  },
  origin: Readonly<Record<string, unknown>> = {},
): Promise<{ id: ProfileId }> {
  await requireRoomForProfile(tx, organizationId, lockTier);
  const checked = checkDefinition(input.definition, { deployment: input.deployment, before: input.appsBefore });
  await requireShellFor(shellGate(requireShell, { tx, organizationId, caller, role }), undefined, checked);
  const definition = sealDefinition(sealer, organizationId, checked);
  requireSize(definition);
  const profileId = randomUUID() as ProfileId;
  const about = { name: cleanName(input.name), deployment: input.deployment, author: caller.email };
  const profile = await orConstraint(insertProfile(tx, { organizationId, profileId }, about));
  await addRevision(tx, profile, definition, { authorId: caller.userId, author: caller.email, note: null });
  const after = { name: profile.name, revision: profile.revision, ...(Object.keys(origin).length > 0 && { origin }) };
  audit({ target: { kind: 'profile', id: profileId }, after });
  return { id: profileId };
}

/**
 * More than one profile needs Pro (spec chapter 1). The organization is locked during the count, so that concurrent calls
 * cannot exceed the limit.
 */
async function requireRoomForProfile(tx: Tx, organizationId: OrganizationId, lockTier: LockTier): Promise<void> {
  const tier = await lockTier(tx, organizationId);
  const count = await countProfiles(tx, organizationId);
  if (tier === 'free' && count > 0) throw new ApiError('upgrade-required', 'Multiple profiles require Pro.');
  if (count >= PROFILES_MAX) {
    throw new ApiError('too-many-profiles', `An organization can have at most ${PROFILES_MAX} profiles.`);
  }
}
