import { changeMachineContext, readMachineContext } from '@berth/contract/api/machines';
import type { Fault } from '@berth/contract/errors';
import type { MachineId } from '@berth/contract/ids';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../data/api-error.ts';
import { call } from '../../../data/call.ts';
import { queryClient, queryKey } from '../../../data/query.ts';
import { flushPendingEdits } from '../../../forms/pending.ts';
import type { SettingsChange } from '../../../forms/settings-form.tsx';
import { currentTexts } from '../../../i18n/store.ts';
import { mergePatchOf } from '../../../lib/merge-patch.ts';
import { toast } from '../../../ui/toaster.tsx';
import { confirm } from '../../dialogs/confirm.tsx';
import { showError } from '../../dialogs/show-error.tsx';

export type MachineSettings = Readonly<Record<string, unknown>>;

interface ContextDraft {
  readonly settings: MachineSettings;
  readonly serverFaults: readonly Fault[];
  /** Somebody tried to save: faults of fields that nobody has been in show. */
  readonly revealed: boolean;
  readonly isChanged: boolean;
  readonly busy: boolean;
  /** Rises when the form has to begin anew. */
  readonly generation: number;
  readonly edit: (change: SettingsChange<MachineSettings>) => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

const NONE: readonly Fault[] = [];

/** The settings of one machine alone, while somebody changes them. */
export function useContextDraft(id: MachineId, stored: MachineSettings): ContextDraft {
  const [settings, setSettings] = useState(stored);
  const [formFaults, setFormFaults] = useState(NONE);
  const [serverFaults, setServerFaults] = useState(NONE);
  const [revealed, setRevealed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [generation, setGeneration] = useState(0);
  const latest = useRef({ settings, formFaults });
  latest.current = { settings, formFaults };

  const begin = (from: MachineSettings) => {
    setSettings(from);
    setFormFaults(NONE);
    setServerFaults(NONE);
    setRevealed(false);
    setGeneration((before) => before + 1);
  };
  const save = async () => {
    // What is still being typed belongs to it.
    flushSync(flushPendingEdits);
    setRevealed(true);
    const { settings: body, formFaults: faults } = latest.current;
    if (faults.length > 0) {
      if (!(await askToCorrect(faults.length))) begin(stored);
      return;
    }
    setBusy(true);
    try {
      const saved = await call(changeMachineContext, { params: { id }, body: { ...body } });
      queryClient.setQueryData(queryKey(readMachineContext, { params: { id } }), saved);
      begin(saved);
      toast(currentTexts().t('machines.settings.saved'));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid-profile') setServerFaults(error.faults);
      else await showError(error);
    }
    setBusy(false);
  };
  return {
    settings,
    serverFaults,
    revealed,
    isChanged: Object.keys(mergePatchOf(stored, settings)).length > 0,
    busy,
    generation,
    edit: ({ update, faults }) => {
      setSettings(update);
      setFormFaults(faults);
      setServerFaults(NONE);
    },
    discard: () => begin(stored),
    save,
  };
}

/** Nothing is saved until it is corrected or discarded (spec chapter 5, invalid configuration). */
function askToCorrect(count: number): Promise<boolean> {
  const { t } = currentTexts();
  return confirm({
    title: t('console.faults.title'),
    message: t('console.faults.message', { count }),
    yes: t('console.faults.correct'),
    no: t('console.faults.discard'),
  });
}
