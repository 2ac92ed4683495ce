import { randomUUID } from 'node:crypto';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { Role } from '@berth/contract/rules/permissions';
import type { Tx } from '../../db/connection.ts';
import type { AuditNote } from '../../http/audit.ts';
import type { Caller } from '../../http/route.ts';
import { checkDefinition, requireAllowedApps } from './definition/check.ts';
import { sealDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { orConstraint } from './errors.ts';
import { requireRoomForProfile } from './policy.ts';
import { cleanName, requireSize } from './save.ts';
import { requireShellFor, shellGate } from './shell-buttons.ts';
import { addRevision, insertProfile } from './store.ts';

interface MakingCall {
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  readonly caller: Caller;
  readonly role: Role;
  audit(note: AuditNote): void;
}

/**
 * Makes a profile with its first revision. Throws 'upgrade-required', 'name-taken', for shell buttons
 * 'forbidden' or 'shell-not-allowed', and, with every fault by path in the
 * definition, 'invalid-profile'. `origin` is what the audit log adds about where it comes from.
 */
export async function makeProfile(
  { sealer, lockTier, requireShell }: Pick<ProfileDeps, 'sealer' | 'lockTier' | 'requireShell'>,
  { tx, organizationId, caller, role, audit }: MakingCall,
  wanted: {
    readonly name: string;
    readonly deployment: Deployment;
    readonly definition: unknown;
    readonly appsBefore?: string[];
  },
  origin: Readonly<Record<string, unknown>> = {},
): Promise<{ id: ProfileId }> {
  await requireRoomForProfile(tx, organizationId, lockTier);
  const checked = checkDefinition(wanted.definition);
  requireAllowedApps(checked, wanted.deployment, wanted.appsBefore);
  await requireShellFor(shellGate(requireShell, { tx, organizationId, caller, role }), undefined, checked);
  const definition = sealDefinition(sealer, organizationId, checked);
  requireSize(definition);
  const profileId = randomUUID() as ProfileId;
  const about = { name: cleanName(wanted.name), deployment: wanted.deployment, author: caller.email };
  const profile = await orConstraint(insertProfile(tx, { organizationId, profileId }, about));
  await addRevision(tx, profile, definition, { authorId: caller.userId, author: caller.email, note: null });
  const after = { name: profile.name, revision: profile.revision, ...(Object.keys(origin).length > 0 && { origin }) };
  audit({ target: { kind: 'profile', id: profileId }, after });
  return { id: profileId };
}
