import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { openDialog } from '../dialogs/stack.tsx';
import { personName } from './person-name.ts';

/** What becomes of the own changes; undefined: nothing yet. */
export type ConflictAnswer = 'mine-on-top' | 'theirs' | undefined;

/** A revision that someone else saved. */
interface Theirs {
  readonly revision: number;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/** Asks whose changes to keep, after someone else saved during an edit. */
export function askConflict(theirs?: Theirs): Promise<ConflictAnswer> {
  const message: Words | undefined =
    theirs &&
    (({ t, dateTime }) =>
      t('console.conflict.message', {
        author: personName(t, theirs.updatedBy),
        revision: theirs.revision,
        when: dateTime(theirs.updatedAt),
      }));
  return openDialog<ConflictAnswer>((close) => <ConflictDialog message={message} close={close} />);
}

interface DialogProps {
  readonly message: Words | undefined;
  readonly close: (answer: ConflictAnswer) => void;
}

function ConflictDialog({ message, close }: DialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  return (
    <Dialog
      title={t('console.conflict.title')}
      alert
      onClose={() => close(undefined)}
      actions={
        <>
          <Button variant="default" onClick={() => close('theirs')}>
            {t('console.conflict.theirs')}
          </Button>
          <Button data-autofocus onClick={() => close('mine-on-top')}>
            {t('console.conflict.mine')}
          </Button>
        </>
      }
    >
      {message && <p>{message(texts)}</p>}
      <p>{t('console.conflict.hint')}</p>
    </Dialog>
  );
}
