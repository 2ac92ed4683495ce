import type { Fault } from '@berth/contract/errors';
import { ApiError } from '@berth/web/data/api-error.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushPendingEdits } from '../../forms/controls/use-edit.ts';
import type { SettingsChange } from '../../forms/settings-form.tsx';
import { applyMergePatch, isPatched, mergePatchOf } from '../../lib/merge-patch.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { askConflict } from './conflict-dialog.tsx';
import type { Unsaved } from './keep-unsaved.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** Settings as stored. A change is based on their revision. */
export interface StoredSettings {
  readonly settings: Settings;
  readonly revision: number;
}

interface DraftState {
  /** The stored settings that the draft started from. */
  readonly base: StoredSettings;
  readonly settings: Settings;
  readonly formFaults: readonly Fault[];
  readonly serverFaults: readonly Fault[];
  /** Number of save attempts: after one, fields never focused show their faults, too. */
  readonly attempts: number;
  /** Increases when the form has to start over. */
  readonly generation: number;
}

export interface SettingsDraft extends DraftState, Unsaved<Settings> {
  readonly busy: boolean;
  readonly edit: (change: SettingsChange<Settings>) => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

const NONE: readonly Fault[] = [];

/** Where settings are stored. */
interface SettingsStore {
  /** Stores settings that started from others. @returns what is stored then. */
  readonly send: (settings: Settings, base: StoredSettings) => Promise<StoredSettings>;
  readonly load: () => Promise<StoredSettings>;
}

/** The settings of one form while being edited. Faults show at their fields, and a save by someone else is not undone. */
export function useSettingsDraft(stored: StoredSettings, { send, load }: SettingsStore): SettingsDraft {
  const [shown, setShown] = useState<DraftState>(() => startingFrom(stored, 0));
  const [busy, during] = useBusy();
  // Rendering may lag behind typing; saving uses the latest values.
  const truth = useRef(shown);
  const change = useCallback((next: Partial<DraftState>) => {
    truth.current = { ...truth.current, ...next };
    setShown(truth.current);
  }, []);
  const begin = useCallback(
    (base: StoredSettings, changes: Settings = {}) => {
      const settings = applyMergePatch(base.settings, changes);
      change({ ...startingFrom(base, truth.current.generation + 1), settings });
    },
    [change],
  );
  const changes = () => mergePatchOf(truth.current.base.settings, truth.current.settings);

  const isChanged = Object.keys(mergePatchOf(shown.base.settings, shown.settings)).length > 0;
  const isNewer = stored.revision > shown.base.revision;
  // Another person's change is applied right away if nothing would be lost.
  useEffect(() => {
    if (isNewer && !isChanged) begin(stored);
  }, [isNewer, isChanged, stored, begin]);

  const save = async () => {
    // Includes text still being typed.
    flushPendingEdits();
    change({ attempts: truth.current.attempts + 1 });
    const { settings, base, formFaults } = truth.current;
    if (formFaults.length > 0) {
      if (!(await askToCorrect(formFaults.length))) begin(base);
      return;
    }
    try {
      begin(await during(() => send(settings, base)));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'revision-conflict') await resolveConflict().catch(showError);
      else if (code === 'invalid-profile' && error instanceof ApiError) change({ serverFaults: error.faults });
      else await showError(error);
    }
  };
  /** Loads what someone else saved, and asks whose changes to keep. Saves nothing: the result can be reviewed first. */
  const resolveConflict = async () => {
    const theirs = await load();
    // The reply to an earlier attempt may have been lost.
    const answer = isPatched(theirs.settings, changes()) ? 'theirs' : await askConflict();
    if (answer !== undefined) begin(theirs, answer === 'mine-on-top' ? changes() : {});
  };
  return {
    ...shown,
    isChanged,
    revision: shown.base.revision,
    busy,
    edit: ({ update, faults }) =>
      change({ settings: update(truth.current.settings), formFaults: faults, serverFaults: NONE }),
    discard: () => begin(truth.current.base),
    unsaved: changes,
    resume: (unsaved, revision) =>
      // Someone else may have saved since: their revision is not taken up unasked.
      begin({ settings: stored.settings, revision: Math.min(revision, stored.revision) }, unsaved),
    save,
  };
}

function startingFrom(base: StoredSettings, generation: number): DraftState {
  return { base, settings: base.settings, formFaults: NONE, serverFaults: NONE, attempts: 0, generation };
}

/** Nothing is saved until it is corrected or discarded (spec chapter 5, invalid configuration). */
function askToCorrect(count: number): Promise<boolean> {
  return confirm(({ t }) => ({
    title: t('console.faults.title'),
    message: t('console.faults.message', { count }),
    yes: t('console.faults.correct'),
    no: t('console.faults.discard'),
  }));
}
