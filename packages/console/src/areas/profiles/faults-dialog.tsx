import type { Fault } from '@berth/contract/errors';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { faultText } from '../../forms/texts.ts';
import { InformDialog } from '../dialogs/inform.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import styles from './faults-dialog.module.css';
import { fieldName } from './form-list.ts';

/** Number of faults listed; the rest are counted. */
const SHOWN = 8;

/** The user's choice: correct one fault, or discard the changes. */
type Answer = { readonly correct: Fault } | 'discard' | undefined;

interface FaultsDialogProps {
  readonly faults: readonly Fault[];
  readonly close: (answer: Answer) => void;
}

function FaultsDialog({ faults, close }: FaultsDialogProps): ReactNode {
  const { t } = useTexts();
  const [first] = faults;
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
          <Button data-autofocus onClick={() => close(first && { correct: first })}>
            {t('console.faults.correct')}
          </Button>
        </>
      }
    >
      <p>{t('console.faults.message', { count: faults.length })}</p>
      <FaultList faults={faults} onChoose={(fault) => close({ correct: fault })} />
    </Dialog>
  );
}

interface FaultListProps {
  readonly faults: readonly Fault[];
  /** Links each fault to its field; without it the places are plain text. */
  readonly onChoose?: (fault: Fault) => void;
}

function FaultList({ faults, onChoose }: FaultListProps): ReactNode {
  const texts = useTexts();
  const rest = faults.length - SHOWN;
  return (
    <>
      <ul className={styles.list}>
        {faults.slice(0, SHOWN).map((fault) => {
          const place = fieldName(texts, fault.path.replace(/^\/definition/, ''));
          return (
            <li key={`${fault.path} ${fault.rule}`}>
              {onChoose ? (
                <button type="button" className={styles.place} onClick={() => onChoose(fault)}>
                  {place}
                </button>
              ) : (
                <strong>{place}</strong>
              )}
              <span>{faultText(texts, fault)}</span>
            </li>
          );
        })}
      </ul>
      {rest > 0 && <p>{texts.t('console.faults.more', { count: rest })}</p>}
    </>
  );
}

/** Reports faults that cannot be corrected here, as in a file. */
export function informOfFaults(title: Words, faults: readonly Fault[]): Promise<void> {
  return openDialog<void>((close) => <FaultsMessage title={title} faults={faults} close={close} />);
}

interface FaultsMessageProps {
  readonly title: Words;
  readonly faults: readonly Fault[];
  readonly close: () => void;
}

function FaultsMessage({ title, faults, close }: FaultsMessageProps): ReactNode {
  return (
    <InformDialog title={title(useTexts())} onClose={close}>
      <FaultList faults={faults} />
    </InformDialog>
  );
}

/**
 * Invalid configuration: nothing is saved until it is corrected or discarded (spec chapter 5).
 *
 * @returns the fault to correct first, `discard`, or undefined.
 */
export function resolveFaults(faults: readonly Fault[]): Promise<Answer> {
  return openDialog<Answer>((close) => <FaultsDialog faults={faults} close={close} />);
}
