import { type ProfileImpact, previewProfile } from '@berth/contract/api/impact';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { waitFor } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { DifferenceTable } from './differences.tsx';
import styles from './impact-dialog.module.css';
import type { Draft } from './use-draft.ts';

interface ImpactDialogProps {
  readonly impact: ProfileImpact;
  readonly close: (save: boolean) => void;
}

function ImpactDialog({ impact, close }: ImpactDialogProps): ReactNode {
  const { t } = useTexts();
  const { machines, interrupted, changes } = impact;
  const unnamed = machines.total - machines.first.length;
  return (
    <Dialog
      title={t('console.impact.title')}
      onClose={() => close(false)}
      actions={
        <>
          <Button variant="default" onClick={() => close(false)}>
            {t('common.cancel')}
          </Button>
          <Button data-autofocus onClick={() => close(true)}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <div className={styles.impact}>
        <section>
          <p>{t('console.impact.machines', { total: machines.total, online: machines.online })}</p>
          {machines.total > 0 && (
            <p className={styles.names}>
              {machines.first.map(({ name }) => name).join(', ')}
              {unnamed > 0 && ` ${t('console.impact.more', { count: unnamed })}`}
            </p>
          )}
        </section>
        <section>
          {interrupted.sessions.length === 0 ? (
            <p>{t('console.impact.none')}</p>
          ) : (
            <>
              <h3>{t('console.impact.interrupted')}</h3>
              <ul>
                {interrupted.sessions.map(({ session_type, session_index, app_instance, title }) => (
                  <li key={`${session_type} ${session_index} ${app_instance}`}>{title}</li>
                ))}
              </ul>
            </>
          )}
          {interrupted.network && <p>{t('console.impact.network')}</p>}
        </section>
        <section>
          <h3>{t('console.impact.changes')}</h3>
          <DifferenceTable
            differences={changes}
            before={t('console.history.before')}
            after={t('console.history.after')}
          />
        </section>
      </div>
    </Dialog>
  );
}

/** Shows the effects of saving the draft on machines and open sessions. @returns whether to save it. */
export async function askImpact(draft: Draft): Promise<boolean> {
  try {
    const asking = call(previewProfile, { params: { id: draft.base.id }, body: { definition: draft.definition } });
    const impact = await waitFor(({ t }) => t('console.impact.open'), asking);
    return await openDialog<boolean>((close) => <ImpactDialog impact={impact} close={close} />);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid-profile') draft.refuse(error.faults);
    await showError(error);
    return false;
  }
}
