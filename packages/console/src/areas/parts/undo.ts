import { listAudit } from '@berth/contract/api/audit';
import { importMachines } from '@berth/contract/api/fleet';
import { noteMachine, tagMachine } from '@berth/contract/api/machine-actions';
import { assignProfile, type Machine, readMachine, renameMachine } from '@berth/contract/api/machines';
import { changeRole } from '@berth/contract/api/members';
import { changeOrganization, type Organization, readOrganization } from '@berth/contract/api/organizations';
import { changeProfile, readProfile, restoreRevision } from '@berth/contract/api/profiles';
import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { GivenRole, Permission } from '@berth/contract/rules/permissions';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { sameJson } from '../../lib/merge-patch.ts';
import { inform } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from './toast.ts';
import { SETTINGS_UNDOINGS } from './undo-settings.ts';

/** A change as the audit log records it: its call, its target, and what the call replaced by what. */
export interface Change {
  readonly action: string;
  readonly targetId: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** How a change is taken back: an ordinary write, with its own permission and audit entry. */
interface Undoing {
  readonly permission: Permission;
  /** Whether what the change made still stands. */
  readonly holds: () => Promise<boolean>;
  /** Refused by the server with `revision-conflict` where it watches revisions itself. */
  readonly takeBack: () => Promise<unknown>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** How the changes of each call are taken back; undefined where the log does not hold the earlier value. */
export type Undoings = Readonly<Record<string, (id: string, before: Fields, after: Fields) => Undoing | undefined>>;

const UNDOINGS: Undoings = {
  ...SETTINGS_UNDOINGS,
  [renameMachine.id]: (id, { name }, after) =>
    typeof name === 'string'
      ? ofMachine(
          id,
          (now) => now.name === after.name,
          (params) => call(renameMachine, { params, body: { name } }),
        )
      : undefined,
  [assignProfile.id]: (id, { profileId }, after) =>
    typeof profileId === 'string'
      ? ofMachine(
          id,
          (now) => now.profileId === after.profileId,
          (params) => call(assignProfile, { params, body: { profileId: profileId as ProfileId } }),
        )
      : undefined,
  [noteMachine.id]: (id, { note }, after) =>
    typeof note === 'string'
      ? ofMachine(
          id,
          (now) => now.note === after.note,
          (params) => call(noteMachine, { params, body: { note } }),
        )
      : undefined,
  [importMachines.id]: ofImport,
  [tagMachine.id]: (id, { tags }, after) =>
    Array.isArray(tags)
      ? ofMachine(
          id,
          (now) => sameSet(now.tags, after.tags),
          (params) => call(tagMachine, { params, body: { tags } }),
        )
      : undefined,
  [changeProfile.id]: ofProfile,
  [restoreRevision.id]: ofProfile,
  [changeOrganization.id](id, { name }, after) {
    if (typeof name !== 'string') return undefined;
    const params = { id: id as OrganizationId };
    return {
      permission: 'organization.write',
      holds: async () => (await call(readOrganization, { params })).name === after.name,
      async takeBack() {
        const { revision } = await call(readOrganization, { params });
        return call(changeOrganization, { params, body: { name }, ifMatch: revision });
      },
    };
  },
  [changeRole.id](id, { email, role }, after) {
    if (typeof email !== 'string' || role === undefined || role === 'owner') return undefined;
    const params = { id: id as OrganizationId };
    const roleIn = ({ members }: Organization) => members.find((member) => member.email === email)?.role;
    return {
      permission: 'members.write',
      holds: async () => roleIn(await call(readOrganization, { params })) === after.role,
      takeBack: () => call(changeRole, { params, body: { email, role: role as GivenRole } }),
    };
  },
};

/** How a change is taken back; undefined for changes without a way back, and for those that changed nothing. */
export function undoingOf({ action, targetId, before, after }: Change): Undoing | undefined {
  if (targetId === null || !isFields(before) || !isFields(after)) return undefined;
  if (Object.keys(before).every((field) => sameJson(before[field], after[field]))) {
    return undefined;
  }
  return UNDOINGS[action]?.(targetId, before, after);
}

/** Whether changes of this kind can be taken back where the log holds what they replaced. */
export function isUndoable({ action }: Pick<Change, 'action'>): boolean {
  return Object.hasOwn(UNDOINGS, action);
}

/** Takes a change back, unless somebody has changed the same since: then it says so and does nothing. */
export async function undo(undoing: Undoing): Promise<void> {
  try {
    if (!(await undoing.holds())) return await sayChanged();
    await undoing.takeBack();
    toast(({ t }) => t('console.undo.done'));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'revision-conflict') await sayChanged();
    else await showError(error);
  } finally {
    await refresh();
  }
}

/** Says what was done, and offers to take it back for ten seconds. */
export function offerUndo(text: (texts: Texts) => string, change: Change): void {
  offerBack(text, undoingOf(change));
}

/** The same for what the log has no single entry of; without a way back it only says what was done. */
export function offerBack(text: (texts: Texts) => string, undoing: Undoing | undefined): void {
  toast(text, undoing && { label: ({ t }) => t('console.undo'), run: () => void undo(undoing) });
}

function sayChanged(): Promise<void> {
  return inform(({ t }) => ({ title: t('console.undo.changed.title'), message: t('console.undo.changed') }));
}

/** What a change may show on: lists and pages of what was changed, and the log. */
async function refresh(): Promise<void> {
  const shown = [
    /^machines\./,
    /^fleet\./,
    /^profiles\./,
    /^organization/,
    /^schedules\./,
    /^tagRules\./,
    /^webhooks\./,
    new RegExp(`^${listAudit.id}$`),
  ];
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [id] }) => shown.some((each) => each.test(String(id))),
  });
}

function ofMachine(
  id: string,
  holds: (now: Machine) => boolean,
  write: (params: { readonly id: MachineId }) => Promise<unknown>,
): Undoing {
  const params = { id: id as MachineId };
  return {
    permission: 'machine.write',
    holds: async () => holds(await call(readMachine, { params })),
    takeBack: () => write(params),
  };
}

/** The profile's revision before the change becomes its newest. */
function ofProfile(id: string, before: Fields, after: Fields): Undoing | undefined {
  const { revision } = before;
  const { revision: made } = after;
  if (typeof revision !== 'number' || typeof made !== 'number') return undefined;
  const params = { id: id as ProfileId };
  return {
    permission: 'profile.write',
    holds: async () => (await call(readProfile, { params })).revision === made,
    async takeBack() {
      const restored = await call(restoreRevision, { params: { ...params, revision }, ifMatch: made });
      queryClient.setQueryData(queryKey(readProfile, { params }), restored);
    },
  };
}

/** Of one machine of the imported file. */
function ofImport(id: string, before: Fields, after: Fields): Undoing | undefined {
  // Entries of earlier versions have no note.
  const { name, tags, profileId, note } = before;
  if (typeof name !== 'string' || !Array.isArray(tags)) return undefined;
  const [isRenamed, isMoved] = [name !== after.name, profileId !== after.profileId];
  if (isMoved && typeof profileId !== 'string') return undefined;
  return ofMachine(
    id,
    (now) =>
      now.name === after.name &&
      sameSet(now.tags, after.tags) &&
      now.profileId === after.profileId &&
      (typeof note !== 'string' || now.note === after.note),
    async (params) => {
      if (isRenamed) await call(renameMachine, { params, body: { name } });
      if (!sameSet(tags, after.tags)) await call(tagMachine, { params, body: { tags } });
      if (isMoved) await call(assignProfile, { params, body: { profileId: profileId as ProfileId } });
      if (typeof note === 'string' && note !== after.note) await call(noteMachine, { params, body: { note } });
    },
  );
}

function sameSet(one: readonly string[], other: unknown): boolean {
  return Array.isArray(other) && one.length === other.length && one.every((each) => other.includes(each));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
