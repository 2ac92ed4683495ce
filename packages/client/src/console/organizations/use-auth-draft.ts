import { changeAuth, readAuth } from '@berth/contract/api/organization-settings';
import type { Fault } from '@berth/contract/errors';
import type { OrganizationId } from '@berth/contract/ids';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../data/api-error.ts';
import { call } from '../../data/call.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { flushPendingEdits } from '../../forms/pending.ts';
import type { SettingsChange } from '../../forms/settings-form.tsx';
import { currentTexts } from '../../i18n/store.ts';
import { mergePatchOf } from '../../lib/merge-patch.ts';
import { toast } from '../../ui/toaster.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';

export type AuthSettings = Readonly<Record<string, unknown>>;

export interface StoredAuth {
  readonly settings: AuthSettings;
  readonly revision: number;
}

interface AuthDraft {
  readonly settings: AuthSettings;
  readonly serverFaults: readonly Fault[];
  readonly isChanged: boolean;
  readonly busy: boolean;
  /** Rises when the form has to begin anew. */
  readonly generation: number;
  readonly edit: (change: SettingsChange<AuthSettings>) => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

const NONE: readonly Fault[] = [];

/** The login settings while somebody changes them. */
export function useAuthDraft(id: OrganizationId, stored: StoredAuth): AuthDraft {
  const [settings, setSettings] = useState(stored.settings);
  const [formFaults, setFormFaults] = useState(NONE);
  const [serverFaults, setServerFaults] = useState(NONE);
  const [busy, setBusy] = useState(false);
  const [generation, setGeneration] = useState(0);
  const isChanged = Object.keys(mergePatchOf(stored.settings, settings)).length > 0;
  const latest = useRef({ settings, formFaults });
  latest.current = { settings, formFaults };

  const discard = () => {
    setSettings(stored.settings);
    setFormFaults(NONE);
    setServerFaults(NONE);
    setGeneration((before) => before + 1);
  };
  const save = async () => {
    // What is still being typed belongs to it.
    flushSync(flushPendingEdits);
    if (latest.current.formFaults.length > 0) {
      if (!(await askToCorrect(latest.current.formFaults.length))) discard();
      return;
    }
    setBusy(true);
    try {
      await call(changeAuth, { params: { id }, body: { ...latest.current.settings }, ifMatch: stored.revision });
      toast(currentTexts().t('members.auth.saved'));
      await queryClient.invalidateQueries({ queryKey: queryKey(readAuth) });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid-profile') setServerFaults(error.faults);
      else if (error instanceof ApiError && error.code === 'revision-conflict') await takeTheirs();
      else await showError(error);
    }
    setBusy(false);
  };
  return {
    settings,
    serverFaults,
    isChanged,
    busy,
    generation,
    edit: ({ update, faults }) => {
      setSettings(update);
      setFormFaults(faults);
      setServerFaults(NONE);
    },
    discard,
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

/** Somebody else saved meanwhile: these few settings are looked at and set again. */
async function takeTheirs(): Promise<void> {
  const { t } = currentTexts();
  const look = await confirm({
    title: t('console.conflict.title'),
    message: t('members.auth.conflict'),
    yes: t('members.auth.theirs'),
    no: t('common.cancel'),
  });
  if (look) await queryClient.invalidateQueries({ queryKey: queryKey(readAuth) });
}
