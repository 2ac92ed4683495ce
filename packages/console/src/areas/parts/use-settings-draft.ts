import type { Fault } from '@berth/contract/errors';
import { ApiError } from '@berth/web/data/api-error.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useRef, useState } from 'react';
import { flushPendingEdits } from '../../forms/controls/use-edit.ts';
import type { SettingsChange } from '../../forms/settings-form.tsx';
import { mergePatchOf } from '../../lib/merge-patch.ts';
import { confirm } from '../dialogs/confirm.tsx';
import type { Unsaved } from './keep-unsaved.ts';

export type Settings = Readonly<Record<string, unknown>>;

interface DraftState {
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

/**
 * The settings of one form while being edited. `send` stores them, and returns the stored settings if the form is to
 * start over with them; `fail` receives every error except faults of the settings, which show at their fields.
 */
export function useSettingsDraft(
  stored: Settings,
  send: (settings: Settings) => Promise<Settings | undefined>,
  fail: (error: unknown) => Promise<void>,
): SettingsDraft {
  const [shown, setShown] = useState<DraftState>(() => startingFrom(stored, 0));
  const [busy, during] = useBusy();
  // Rendering may lag behind typing; saving uses the latest values.
  const truth = useRef(shown);
  const change = (next: Partial<DraftState>) => {
    truth.current = { ...truth.current, ...next };
    setShown(truth.current);
  };
  const begin = (from: Settings) => change(startingFrom(from, truth.current.generation + 1));

  const save = async () => {
    // Includes text still being typed.
    flushPendingEdits();
    change({ attempts: truth.current.attempts + 1 });
    const { settings, formFaults } = truth.current;
    if (formFaults.length > 0) {
      if (!(await askToCorrect(formFaults.length))) begin(stored);
      return;
    }
    try {
      const now = await during(() => send(settings));
      if (now) begin(now);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid-profile') change({ serverFaults: error.faults });
      else await fail(error);
    }
  };
  return {
    ...shown,
    isChanged: Object.keys(mergePatchOf(stored, shown.settings)).length > 0,
    busy,
    edit: ({ update, faults }) =>
      change({ settings: update(truth.current.settings), formFaults: faults, serverFaults: NONE }),
    discard: () => begin(stored),
    unsaved: () => truth.current.settings,
    resume: begin,
    save,
  };
}

function startingFrom(settings: Settings, generation: number): DraftState {
  return { settings, formFaults: NONE, serverFaults: NONE, attempts: 0, generation };
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
