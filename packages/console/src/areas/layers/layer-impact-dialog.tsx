import type { BodyOf } from '@berth/contract/api/endpoint';
import { type LayerImpact, previewLayers } from '@berth/contract/api/impact';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DANGER } from '../../ui/mantine/theme.ts';
import { Notice } from '../../ui/notice.tsx';
import { waitFor } from '../dialogs/inform.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import { shownValue } from '../profiles/differences.tsx';
import { fieldName } from '../profiles/form-list.ts';
import styles from './layers.module.css';

interface Question {
  readonly title: string;
  readonly yes: string;
  readonly danger?: boolean;
}

interface ImpactProps {
  readonly impact: LayerImpact;
  readonly ask: (texts: Texts) => Question;
  readonly close: (sure: boolean) => void;
}

function ImpactDialog({ impact, ask, close }: ImpactProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { machines, interrupted, changes, leftOut } = impact;
  const { title, yes, danger = false } = ask(texts);
  const unnamed = machines.total - machines.first.length;
  return (
    <Dialog
      title={title}
      onClose={() => close(false)}
      actions={
        <>
          <Button variant="default" onClick={() => close(false)} {...(danger ? { 'data-autofocus': true } : {})}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => close(true)} {...(danger ? { color: DANGER } : { 'data-autofocus': true })}>
            {yes}
          </Button>
        </>
      }
    >
      <div className={styles.impact}>
        {leftOut.map(({ layer, profileId, machines: count }) => (
          <Notice key={`${layer} ${profileId}`} tone="warn">
            {t('machines.layers.impact.leftOut', { layer, count })}
          </Notice>
        ))}
        <section>
          <p>{t('machines.layers.impact.machines', { count: machines.total, online: machines.online })}</p>
          <p className={styles.names}>
            {machines.first.map(({ name }) => name).join(', ')}
            {unnamed > 0 && ` ${t('console.impact.more', { count: unnamed })}`}
          </p>
        </section>
        <section>
          {interrupted.sessions.length === 0 ? (
            <p>{t('console.impact.none')}</p>
          ) : (
            <>
              <h3>{t('console.impact.interrupted')}</h3>
              <ul>
                {interrupted.sessions.map(({ title: session, machines: count }) => (
                  <li key={session}>{t('machines.layers.impact.on', { name: session, count })}</li>
                ))}
              </ul>
            </>
          )}
          {interrupted.network > 0 && <p>{t('machines.layers.impact.network', { count: interrupted.network })}</p>}
        </section>
        <section>
          <h3>{t('console.impact.changes')}</h3>
          <SimpleTable
            label={t('console.impact.changes')}
            head={[
              t('console.history.field'),
              t('console.history.before'),
              t('console.history.after'),
              t('console.nav.machines'),
            ]}
            numbers={[t('console.nav.machines')]}
            rows={changes.map(({ path, before, after, machines: count }) => ({
              id: JSON.stringify([path, before, after]),
              cells: [fieldName(texts, path), valueText(before, texts), valueText(after, texts), count],
            }))}
          />
        </section>
      </div>
    </Dialog>
  );
}

function valueText(value: unknown, texts: Texts): string {
  return value === undefined || value === '' ? texts.t('console.history.nothing') : shownValue(value, texts);
}

/**
 * Shows what a change of layers would do to machines and open sessions. Where nothing changes, only a dangerous one is
 * asked about. @returns whether to go on. @throws ApiError if the change is not valid
 */
export async function askLayerImpact(
  orgId: OrganizationId,
  change: BodyOf<typeof previewLayers>,
  ask: ImpactProps['ask'],
  always: boolean,
): Promise<boolean> {
  const asking = call(previewLayers, { params: { orgId }, body: change });
  const impact = await waitFor(({ t }) => t('console.impact.open'), asking);
  if (impact.machines.total === 0 && !always) return true;
  // Names of fields belong to the editor, which may never have been opened.
  await loadTexts(['machines', 'forms', 'profile']);
  return openDialog<boolean>((close) => <ImpactDialog impact={impact} ask={ask} close={close} />);
}
