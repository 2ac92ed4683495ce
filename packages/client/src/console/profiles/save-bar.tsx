import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../data/api-error.ts';
import { flushPendingEdits } from '../../forms/pending.ts';
import { useTexts } from '../../i18n/store.ts';
import { toast } from '../../ui/toaster.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { SaveStrip } from '../parts/save-strip.tsx';
import { resolveConflict } from './conflict-dialog.tsx';
import { resolveFaults } from './faults-dialog.tsx';
import { askImpact } from './impact-dialog.tsx';
import type { Draft } from './use-draft.ts';

interface SaveBarProps {
  readonly draft: Draft;
  /** Somebody tries to save. */
  readonly onTry: () => void;
  /** Leads to the field at a pointer into the definition. */
  readonly onCorrect: (pointer: string) => void;
}

/** Says that something is not saved yet, and saves or discards it. Ctrl+S saves too. */
export function SaveBar({ draft, onTry, onCorrect }: SaveBarProps): ReactNode {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const correct = async (faults: Draft['faults']) => {
    const answer = await resolveFaults(faults);
    if (answer === 'discard') draft.discard();
    else if (answer !== undefined) onCorrect(answer.correct.path);
  };
  const save = async () => {
    // What is still being typed belongs to it: hand it on, and save what that makes of the draft.
    flushPendingEdits();
    const now = draft.latest();
    if (!now.isChanged) return;
    onTry();
    if (now.faults.length > 0) return correct(now.faults);
    setBusy(true);
    try {
      const { revision } = await now.save();
      toast(t('console.save.done', { revision }));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'revision-conflict') await resolveConflict(now);
      else if (code === 'invalid-profile' && error instanceof ApiError) {
        now.refuse(error.faults);
        await correct(error.faults);
      } else await showError(error);
    } finally {
      setBusy(false);
    }
  };
  const foresee = async () => {
    flushPendingEdits();
    const now = draft.latest();
    onTry();
    if (now.faults.length > 0) return correct(now.faults);
    if (await askImpact(now)) await save();
  };
  const discard = async () => {
    const sure = await confirm({
      title: t('console.discard.title'),
      message: t('console.discard.message'),
      yes: t('common.discard'),
      no: t('common.cancel'),
      danger: true,
    });
    if (sure) draft.discard();
  };

  useSaveKey(busy ? undefined : save);
  if (!draft.isChanged) return null;
  return (
    <SaveStrip busy={busy} onSave={() => void save()} onDiscard={() => void discard()}>
      <Button variant="subtle" onClick={() => void foresee()} disabled={busy}>
        {t('console.impact.open')}
      </Button>
    </SaveStrip>
  );
}

function useSaveKey(save: (() => Promise<void>) | undefined): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void latest.current?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
