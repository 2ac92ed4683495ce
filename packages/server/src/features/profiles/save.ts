import { isDeepStrictEqual } from 'node:util';
import type { ProfileDifference } from '@berth/contract/api/profiles';
import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { shellCommandsOf } from '@berth/contract/profile/button-actions';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { unmask } from '@berth/contract/profile/secrets';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import type { AuditNote } from '../../http/audit.ts';
import type { Sealer } from '../../platform/seal.ts';
import { checkDefinition, requireAllowedApps, withDefaults } from './definition/check.ts';
import { differences } from './definition/compare.ts';
import { maskDefinition, openDefinition, type SealedDefinition, sealDefinition } from './definition/secrets.ts';
import type { RequireShell } from './deps.ts';
import { orConstraint } from './errors.ts';
import { type Authorship, addRevision, advanceProfile, type ProfileRow } from './store.ts';

/** A profile and what it is made of, as stored. */
interface Saved {
  readonly profile: ProfileRow;
  readonly definition: SealedDefinition;
  readonly changed: boolean;
  /** What the audit log says of it: the revisions, and what differs between them with secrets masked. */
  readonly note: AuditNote;
}

/**
 * Makes the next revision of a locked profile from a definition that may hold masks; none if nothing would change.
 * A new shell command has to pass the gate. Revision, author, time and note are written in the caller's transaction.
 */
export async function saveProfile(
  tx: Tx,
  sealer: Sealer,
  before: { readonly profile: ProfileRow; readonly definition: SealedDefinition },
  next: { readonly name: string; readonly definition: unknown },
  authorship: Authorship,
  gate: ShellGate,
): Promise<Saved> {
  const { organization_id: organizationId, profile_id: profileId } = before.profile;
  const clear = openDefinition(sealer, organizationId, before.definition);
  const checked = checkDefinition(unmask(ProfileDefinition, clear, next.definition));
  const name = cleanName(next.name);
  if (name === before.profile.name && isDeepStrictEqual(checked, clear)) {
    return { ...before, changed: false, note: noteOf(before.profile, before.profile, []) };
  }

  const saved = withDefaults(clear);
  requireAllowedApps(checked, before.profile.deployment, saved.thinhoc.apps.enabled);
  await requireShellFor(gate, saved, checked);
  const definition = sealDefinition(sealer, organizationId, checked, before.definition);
  requireSize(definition);
  const change = { name, author: authorship.author };
  const profile = await orConstraint(advanceProfile(tx, { organizationId, profileId }, change));
  await addRevision(tx, profile, definition, authorship);
  const changes = differences(
    { clear: { name: before.profile.name, definition: clear }, masked: shown(before.profile, before.definition) },
    { clear: { name, definition: checked }, masked: shown(profile, definition) },
  );
  return { profile, definition, changed: true, note: noteOf(before.profile, profile, changes) };
}

function shown({ name }: ProfileRow, definition: SealedDefinition): unknown {
  return { name, definition: maskDefinition(definition) };
}

function noteOf(before: ProfileRow, after: ProfileRow, changes: readonly ProfileDifference[]): AuditNote {
  return { before: { revision: before.revision }, after: { revision: after.revision, changes } };
}

/** Names look the same only if they are the same. */
export function cleanName(name: string): string {
  return name.normalize('NFC').trim();
}

/** Many small patches must not add up to what one body could not bring. */
export function requireSize(definition: SealedDefinition): void {
  if (Buffer.byteLength(JSON.stringify(definition)) > PROFILE_BYTES_MAX) {
    throw new ApiError('body-too-large', `The profile exceeds the limit of ${PROFILE_BYTES_MAX} bytes.`);
  }
}

/** Asks whether a profile may get shell commands that it did not have. */
type ShellGate = () => Promise<unknown>;

/** Who saves, asked only where the change brings a command. */
export function shellGate(requireShell: RequireShell, call: Parameters<RequireShell>[0]): ShellGate {
  return () => requireShell(call);
}

/** For what was allowed when it was saved first. */
export const ALLOWED_BEFORE: ShellGate = async () => undefined;

/** Checks the shell permission if `after` has a shell command that `before` did not. */
export async function requireShellFor(
  gate: ShellGate,
  before: ProfileDefinition | undefined,
  after: ProfileDefinition,
): Promise<void> {
  const known = before && shellCommandsOf(before);
  if ([...shellCommandsOf(after)].some((command) => !known?.has(command))) await gate();
}
