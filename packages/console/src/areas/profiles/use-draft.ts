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
import { queryClient, queryKey } from '../../data/query.ts';
import type { SettingsChange } from '../../forms/settings-form.tsx';
import { applyMergePatch, mergePatchOf } from '../../lib/merge-patch.ts';

export type Definition = Readonly<Record<string, unknown>>;

interface DraftState {
  /** The profile that the draft started from. */
  readonly base: Profile;
  readonly definition: Definition;
  /** What the open forms find, by the part of the definition that each edits. */
  readonly formFaults: Readonly<Record<string, readonly Fault[]>>;
  /** What the server found when it refused the last save. */
  readonly serverFaults: readonly Fault[];
}

type Change =
  | { readonly type: 'edited'; readonly change: SettingsChange<Definition> }
  | { readonly type: 'replaced'; readonly base: Profile; readonly definition: Definition }
  | { readonly type: 'saved'; readonly sent: Definition; readonly profile: Profile }
  | { readonly type: 'refused'; readonly faults: readonly Fault[] };

const NOTHING_FOUND = { formFaults: {}, serverFaults: [] } as const;

function reduce(state: DraftState, change: Change): DraftState {
  switch (change.type) {
    case 'edited': {
      const { update, configptr, faults } = change.change;
      return {
        ...state,
        definition: update(state.definition),
        formFaults: { ...state.formFaults, [configptr]: faults },
        // What the server found there may be corrected now; it looks again at the next save.
        serverFaults: state.serverFaults.filter(({ path }) => !isWithin(configptr, path)),
      };
    }
    case 'replaced':
      return { base: change.base, definition: change.definition, ...NOTHING_FOUND };
    case 'saved':
      // Typed on while it was saved: that stays, on top of what the server made of the rest.
      if (state.definition !== change.sent) return { ...state, base: change.profile };
      return { base: change.profile, definition: change.profile.definition, ...NOTHING_FOUND };
    case 'refused':
      return { ...state, serverFaults: change.faults };
  }
}

function isWithin(pointer: string, path: string): boolean {
  return path === pointer || path.startsWith(`${pointer}/`);
}

/** A profile's definition while somebody changes it. */
export interface Draft extends DraftState {
  /** Everything that is known to be wrong. */
  readonly faults: readonly Fault[];
  readonly isChanged: boolean;
  /** What differs from the profile it started from, as a merge patch. */
  readonly patch: Record<string, unknown>;
  /** The draft with everything that was typed, also what is not drawn yet. */
  readonly latest: () => Draft;
  readonly edit: (change: SettingsChange<Definition>) => void;
  readonly discard: () => void;
  /** Starts over from another profile, with or without the changes made so far. */
  readonly rebase: (profile: Profile, keepChanges: boolean) => void;
  readonly refuse: (faults: readonly Fault[]) => void;
  /** Sends the changes. @throws ApiError, with every fault where the server finds some. */
  readonly save: () => Promise<Profile>;
}

export function useDraft(profile: Profile): Draft {
  const [shown, setShown] = useState<DraftState>(() => stateOf(profile, profile.definition));
  // What is typed may be drawn later than it is true; saving goes by what is true.
  const truth = useRef(shown);
  const apply = useCallback((change: Change) => {
    truth.current = reduce(truth.current, change);
    setShown(truth.current);
  }, []);
  const draft = useMemo(() => draftOf(shown, truth, apply), [shown, apply]);
  const { isChanged } = draft;
  const isNewer = profile.revision > shown.base.revision;
  // Somebody else's change is taken up at once where nothing would be lost by it.
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
    edit: (change) => apply({ type: 'edited', change }),
    discard: () => apply({ type: 'replaced', base, definition: base.definition }),
    rebase: (next, keepChanges) =>
      apply({
        type: 'replaced',
        base: next,
        definition: keepChanges ? applyMergePatch(next.definition, patch) : next.definition,
      }),
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

/** Brings what is cached of a profile up to date. */
export async function remember(profile: Profile): Promise<void> {
  queryClient.setQueryData(queryKey(readProfile, { params: { id: profile.id } }), profile);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKey(listOrganizationProfiles) }),
    queryClient.invalidateQueries({ queryKey: queryKey(listRevisions) }),
  ]);
}
