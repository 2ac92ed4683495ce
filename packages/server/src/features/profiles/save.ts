import { isDeepStrictEqual } from 'node:util';
import type { Profile, ProfileDifference } from '@berth/contract/api/profiles';
import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { shellCommandsOf } from '@berth/contract/profile/button-actions';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { unmask } from '@berth/contract/profile/secrets';
import { cleanName } from '@berth/contract/rules/text';
import type { Tx } from '../../db/connection.ts';
import type { ProfileKey } from '../../gateway/ports.ts';
import { PROFILE_CHANGED, type ProfileChanged } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import type { AuditNote } from '../../http/audit.ts';
import type { Sealer } from '../../platform/seal.ts';
import { checkDefinition, withDefaults } from './definition/check.ts';
import { differences } from './definition/compare.ts';
import { maskDefinition, openDefinition, type SealedDefinition, sealDefinition } from './definition/secrets.ts';
import type { ProfileDeps, RequireShell } from './deps.ts';
import { notFound, orConstraint, requireRevision } from './errors.ts';
import { presentProfile } from './present.ts';
import { type Authorship, addRevision, advanceProfile, lockProfile, type ProfileRow } from './store.ts';
import { findRevision } from './store-revisions.ts';

/**
 * Locks a profile until the transaction ends. Throws 'not-found', or 'revision-conflict' if it changed since the revision
 * in If-Match.
 */
export async function lockForChange(
  tx: Tx,
  key: ProfileKey,
  ifMatch: string | undefined,
): Promise<Pick<Saved, 'profile' | 'definition'>> {
  const profile = await lockProfile(tx, key);
  const current = profile && (await findRevision(tx, key, profile.revision));
  if (!current) throw notFound();
  requireRevision(ifMatch, profile.revision);
  return { profile, definition: current.definition };
}

/** A profile and its definition, as stored. */
interface Saved {
  readonly profile: ProfileRow;
  readonly definition: SealedDefinition;
  readonly changed: boolean;
  /** The audit note: the revisions, and their differences with secrets masked. */
  readonly note: AuditNote;
}

/**
 * Saves the next revision of a locked profile, unless nothing changed. Masks in the definition stand for current secrets.
 * A new shell command must pass the gate. Writes revision, author, time, and note in the caller's transaction.
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
  const saved = withDefaults(clear);
  const allowed = { deployment: before.profile.deployment, before: saved.thinhoc.apps.enabled };
  const checked = checkDefinition(unmask(ProfileDefinition, clear, next.definition), allowed);
  const name = cleanName(next.name);
  if (name === before.profile.name && isDeepStrictEqual(checked, clear)) {
    return { ...before, changed: false, note: noteOf(before.profile, before.profile, []) };
  }

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

/** Notifies machines, records the change, and returns the reply. */
export function replySaved(call: ChangeCall, { bus }: Pick<ProfileDeps, 'bus'>, saved: Saved): Profile {
  const { organization_id: organizationId, profile_id: profileId, revision } = saved.profile;
  if (saved.changed) {
    call.afterCommit(() => bus.publish(PROFILE_CHANGED, { organizationId, profileId } satisfies ProfileChanged));
  }
  call.audit(saved.note);
  call.setEtag(revision);
  return presentProfile(saved.profile, saved.definition);
}

interface ChangeCall {
  afterCommit(run: () => void): void;
  audit(note: AuditNote): void;
  setEtag(revision: number): void;
}

function shown({ name }: ProfileRow, definition: SealedDefinition): unknown {
  return { name, definition: maskDefinition(definition) };
}

function noteOf(before: ProfileRow, after: ProfileRow, changes: readonly ProfileDifference[]): AuditNote {
  return { before: { revision: before.revision }, after: { revision: after.revision, changes } };
}

/** Limits the stored size: many small patches could exceed the body limit. */
export function requireSize(definition: SealedDefinition): void {
  if (Buffer.byteLength(JSON.stringify(definition)) > PROFILE_BYTES_MAX) {
    throw new ApiError('body-too-large', `The profile exceeds the limit of ${PROFILE_BYTES_MAX} bytes.`);
  }
}

/** Throws if the profile must not get new shell commands. */
type ShellGate = () => Promise<unknown>;

/** The gate of a call; runs only if the change adds a command. */
export function shellGate(requireShell: RequireShell, call: Parameters<RequireShell>[0]): ShellGate {
  return () => requireShell(call);
}

/** For content that passed the gate when it was first saved. */
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
