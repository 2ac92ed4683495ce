import { changeProfile } from '@berth/contract/api/profiles';
import { ApiError } from '@berth/web/data/api-error.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconListCheck, IconPencil, IconStairsUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { flushPendingEdits } from '../../forms/controls/use-edit.ts';
import { patchedPointers } from '../../lib/merge-patch.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { SaveMenu } from '../parts/save-menu.tsx';
import { offerUndo } from '../parts/undo.ts';
import { useRolloutUnderWay } from '../rollouts/queries.ts';
import { resolveConflict, rollOutDraft } from './conflict.tsx';
import { resolveFaults } from './faults-dialog.tsx';
import { askImpact } from './impact-dialog.tsx';
import styles from './save-buttons.module.css';
import type { Draft } from './use-draft.ts';

interface SaveButtonsProps {
  readonly draft: Draft;
  /** Navigates to the field at a pointer into the definition. */
  readonly onCorrect: (pointer: string) => void;
}

/** Shows the number of unsaved changes, and saves or discards them. Ctrl+S saves, too. */
export function SaveButtons({ draft, onCorrect }: SaveButtonsProps): ReactNode {
  const { t } = useTexts();
  const [busy, during] = useBusy();
  const rollout = useRolloutUnderWay(draft.base.organizationId, { profileId: draft.base.id });
  const correct = async (faults: Draft['faults']): Promise<false> => {
    const answer = await resolveFaults(faults);
    if (answer === 'discard') draft.discard();
    else if (answer !== undefined) onCorrect(answer.correct.path);
    return false;
  };
  /** @returns whether the profile is saved as shown: a failure is logged (spec chapter 8), and shown. */
  const save = async (): Promise<boolean> => {
    // Includes text still being typed: commit it, and save the resulting draft.
    flushPendingEdits();
    const now = draft.latest();
    if (!now.isChanged) return true;
    draft.try();
    if (now.faults.length > 0) return correct(now.faults);
    return during(() => send(now));
  };
  const send = async (now: Draft): Promise<boolean> => {
    try {
      const { id, revision } = await now.save();
      offerUndo(({ t }) => t('console.save.done', { revision }), {
        action: changeProfile.id,
        targetId: id,
        before: { revision: now.base.revision },
        after: { revision },
      });
      return true;
    } catch (error) {
      console.error(error);
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'revision-conflict') await resolveConflict(now);
      else if (code === 'invalid-profile' && error instanceof ApiError) {
        now.refuse(error.faults);
        await correct(error.faults);
      } else await showError(error);
      return false;
    }
  };
  const look = async (work: (now: Draft) => Promise<unknown>) => {
    flushPendingEdits();
    const now = draft.latest();
    draft.try();
    await (now.faults.length > 0 ? correct(now.faults) : work(now));
  };
  const foresee = async (now: Draft) => {
    if (await askImpact(now)) await save();
  };
  const stage = (now: Draft) => rollOutDraft(now, now.definition);
  const discard = async () => {
    const sure = await confirm(({ t }) => ({
      title: t('console.discard.title'),
      message: t('console.discard.message'),
      yes: t('common.discard'),
      danger: true,
    }));
    if (sure) draft.discard();
  };

  useSaveKey(busy ? undefined : save);
  const count = patchedPointers(draft.patch).length;
  const isIdle = busy || !draft.isChanged;
  return (
    // A press does not move the focus: a fault that disappears on blur would move what is below it.
    <section
      className={styles.buttons}
      data-changed={draft.isChanged || undefined}
      aria-label={draft.isChanged ? t('console.save.label') : undefined}
      onMouseDown={(event) => event.preventDefault()}
    >
      {draft.isChanged && (
        <>
          <span className={styles.state}>
            <IconPencil size={16} stroke={1.75} aria-hidden />
            {t('console.save.count', { count })}
          </span>
          <Button variant="subtle" onClick={() => void discard()} disabled={busy}>
            {t('common.discard')}
          </Button>
        </>
      )}
      <Button.Group>
        {/* Keeps the focus when everything is saved. */}
        <Button
          aria-disabled={isIdle}
          {...(isIdle ? { 'data-disabled': true } : {})}
          loading={busy}
          onClick={() => draft.isChanged && void save()}
        >
          {t('common.save')}
        </Button>
        {draft.isChanged && (
          <SaveMenu
            disabled={busy}
            choices={[
              { icon: IconListCheck, label: t('console.impact.open'), onClick: () => void look(foresee) },
              ...(rollout ? [] : [{ icon: IconStairsUp, label: t('rollouts.open'), onClick: () => void look(stage) }]),
            ]}
          />
        )}
      </Button.Group>
    </section>
  );
}

function useSaveKey(save: (() => Promise<boolean>) | undefined): void {
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
