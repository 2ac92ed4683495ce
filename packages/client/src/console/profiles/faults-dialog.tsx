import type { Fault } from '@berth/contract/errors';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { faultText } from '../../forms/faults/fault-text.ts';
import { useTexts } from '../../i18n/store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import styles from './faults-dialog.module.css';
import { formAt } from './form-list.ts';

/** So many are listed; the rest is counted. */
const SHOWN = 8;

interface FaultsDialogProps {
  readonly faults: readonly Fault[];
  readonly close: (answer: string | 'discard' | undefined) => void;
}

function FaultsDialog({ faults, close }: FaultsDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [first] = faults;
  const rest = faults.length - SHOWN;
  return (
    <Dialog
      title={t('console.faults.title')}
      alert
      onClose={() => close(undefined)}
      actions={
        <>
          <Button variant="default" onClick={() => close('discard')}>
            {t('console.faults.discard')}
          </Button>
          <Button data-autofocus onClick={() => close(first && formAt(first.path)?.id)}>
            {t('console.faults.correct')}
          </Button>
        </>
      }
    >
      <p>{t('console.faults.message', { count: faults.length })}</p>
      <ul className={styles.list}>
        {faults.slice(0, SHOWN).map((fault) => {
          const form = formAt(fault.path);
          return (
            <li key={`${fault.path} ${fault.rule}`}>
              <span className={styles.form}>{form ? t(form.label) : t('console.profiles.title')}</span>
              <code className={styles.path}>{fault.path.slice(form?.pointer.length ?? 0) || '/'}</code>
              <span>{faultText(texts, fault)}</span>
            </li>
          );
        })}
      </ul>
      {rest > 0 && <p>{t('console.faults.more', { count: rest })}</p>}
    </Dialog>
  );
}

/**
 * Invalid configuration: nothing is saved until it is corrected or discarded (spec chapter 5).
 * @returns the form to correct first, `discard`, or undefined.
 */
export function resolveFaults(faults: readonly Fault[]): Promise<string | undefined> {
  return openDialog<string | undefined>((close) => <FaultsDialog faults={faults} close={close} />);
}
