import {
  changeProfile,
  listOrganizationProfiles,
  listRevisions,
  type Profile,
  readProfile,
} from '@berth/contract/api/profiles';
import type { Fault } from '@berth/contract/errors';
import { call } from '@berth/web/data/call.ts';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { queryClient, queryKey, reload } from '../../data/query.ts';
import type { SettingsChange } from '../../forms/settings-form.tsx';
import { valueAtPointer, withValueAtPointer } from '../../forms/state/values-at-path.ts';
import { applyMergePatch, mergePatchOf } from '../../lib/merge-patch.ts';
import type { Unsaved } from '../parts/keep-unsaved.ts';

export type Definition = Readonly<Record<string, unknown>>;

interface DraftState {
  /** The profile that the draft started from. */
  readonly base: Profile;
  readonly definition: Definition;
  /** Faults found by the open forms, by the part that each edits. */
  readonly formFaults: Readonly<Record<string, readonly Fault[]>>;
  /** Faults that the server found at the last save. */
  readonly serverFaults: readonly Fault[];
  /** Number of save attempts since the draft was last saved: fields never focused show their faults after one. */
  readonly attempts: number;
}

type Change =
  | { readonly type: 'edited'; readonly change: SettingsChange<Definition> }
  | { readonly type: 'replaced'; readonly base: Profile; readonly definition: Definition }
  | { readonly type: 'saved'; readonly sent: Definition; readonly profile: Profile }
  | { readonly type: 'tried' }
  | { readonly type: 'refused'; readonly faults: readonly Fault[] };

const NOTHING_FOUND = { formFaults: {}, serverFaults: [], attempts: 0 } as const;

function reduce(state: DraftState, change: Change): DraftState {
  switch (change.type) {
    case 'edited': {
      const { update, configptr, part, faults } = change.change;
      return {
        ...state,
        definition: update(state.definition),
        formFaults: { ...state.formFaults, [part ?? configptr]: faults },
        // The server's faults there may be corrected now; it checks again at the next save.
        serverFaults: state.serverFaults.filter(({ path }) => !isWithin(configptr, path)),
      };
    }
    case 'replaced':
      return { base: change.base, definition: change.definition, ...NOTHING_FOUND };
    case 'saved':
      // Changed while it was saved: keep the changes, on top of the server's result.
      if (state.definition !== change.sent) return { ...state, base: change.profile, attempts: 0 };
      return { base: change.profile, definition: change.profile.definition, ...NOTHING_FOUND };
    case 'tried':
      return { ...state, attempts: state.attempts + 1 };
    case 'refused':
      return { ...state, serverFaults: change.faults };
  }
}

function isWithin(pointer: string, path: string): boolean {
  return path === pointer || path.startsWith(`${pointer}/`);
}

/** A profile's definition while being edited. */
export interface Draft extends DraftState, Unsaved<Definition> {
  /** All known faults. */
  readonly faults: readonly Fault[];
  /** The difference to the base profile, as a merge patch. */
  readonly patch: Record<string, unknown>;
  /** The draft with everything that was typed, including what is not rendered yet. */
  readonly latest: () => Draft;
  readonly edit: (change: SettingsChange<Definition>) => void;
  readonly discard: () => void;
  /** Discards the change of the part at a JSON pointer. */
  readonly restore: (pointer: string) => void;
  /** Starts over from another profile, with or without the current changes. */
  readonly rebase: (profile: Profile, keepChanges: boolean) => void;
  /** Counts a save attempt. */
  readonly try: () => void;
  readonly refuse: (faults: readonly Fault[]) => void;
  /** Saves the changes. @throws ApiError, with all faults that the server found. */
  readonly save: () => Promise<Profile>;
}

export function useDraft(profile: Profile): Draft {
  const [shown, setShown] = useState<DraftState>(() => stateOf(profile, profile.definition));
  // Rendering may lag behind typing; saving uses the latest values.
  const truth = useRef(shown);
  const apply = useCallback((change: Change) => {
    truth.current = reduce(truth.current, change);
    setShown(truth.current);
  }, []);
  const draft = useMemo(() => draftOf(shown, truth, apply), [shown, apply]);
  const { isChanged } = draft;
  const isNewer = profile.revision > shown.base.revision;
  // Another person's change is applied right away if nothing would be lost.
  useEffect(() => {
    if (isNewer && !isChanged) apply({ type: 'replaced', base: profile, definition: profile.definition });
  }, [isNewer, isChanged, profile, apply]);
  return draft;
}

function stateOf(base: Profile, definition: Definition): DraftState {
  return { base, definition, ...NOTHING_FOUND };
}

function draftOf(state: DraftState, truth: RefObject<DraftState>, apply: (change: Change) => void): Draft {
  const { base, definition } = state;
  const patch = definition === base.definition ? {} : mergePatchOf(base.definition, definition);
  return {
    ...state,
    patch,
    isChanged: Object.keys(patch).length > 0,
    faults: [...Object.values(state.formFaults).flat(), ...state.serverFaults],
    latest: () => draftOf(truth.current, truth, apply),
    revision: base.revision,
    unsaved: () => draftOf(truth.current, truth, apply).patch,
    resume: (unsaved, revision) =>
      apply({
        type: 'replaced',
        // Someone else may have saved since: their revision is not taken up unasked.
        base: { ...base, revision: Math.min(revision, base.revision) },
        definition: applyMergePatch(base.definition, unsaved),
      }),
    edit: (change) => apply({ type: 'edited', change }),
    discard: () => apply({ type: 'replaced', base, definition: base.definition }),
    restore(pointer) {
      const saved = valueAtPointer(base.definition, pointer);
      const restored = withValueAtPointer(truth.current.definition, pointer, saved) as Definition;
      apply({ type: 'replaced', base, definition: restored });
    },
    rebase: (next, keepChanges) =>
      apply({
        type: 'replaced',
        base: next,
        definition: keepChanges ? applyMergePatch(next.definition, patch) : next.definition,
      }),
    try: () => apply({ type: 'tried' }),
    refuse: (faults) => apply({ type: 'refused', faults }),
    async save() {
      const saved = await call(changeProfile, {
        params: { id: base.id },
        body: { definition: patch },
        mediaType: 'application/merge-patch+json',
        ifMatch: base.revision,
      });
      apply({ type: 'saved', sent: definition, profile: saved });
      await remember(saved);
      return saved;
    },
  };
}

/** Updates the cached profile. */
export async function remember(profile: Profile): Promise<void> {
  queryClient.setQueryData(queryKey(readProfile, { params: { id: profile.id } }), profile);
  await reload(listOrganizationProfiles, listRevisions);
}
