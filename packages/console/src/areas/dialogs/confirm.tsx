import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DANGER } from '../../ui/mantine/theme.ts';
import { openDialog } from './stack.tsx';

interface Question {
  readonly title: string;
  /** Consequences, and the number of affected objects. */
  readonly message: string;
  /** Verbs on the buttons; by default yes and no, and Cancel beside a verb. */
  readonly yes?: string;
  readonly no?: string;
  readonly danger?: boolean;
}

interface ConfirmProps {
  readonly ask: (texts: Texts) => Question;
  readonly close: (answer: boolean) => void;
}

function ConfirmDialog({ ask, close }: ConfirmProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const question = ask(texts);
  const danger = question.danger ?? false;
  return (
    <Dialog
      title={question.title}
      alert
      onClose={() => close(false)}
      actions={
        <>
          <Button variant="default" onClick={() => close(false)} {...(danger ? { 'data-autofocus': true } : {})}>
            {question.no ?? t(question.yes === undefined ? 'common.no' : 'common.cancel')}
          </Button>
          <Button
            onClick={() => close(true)}
            {...(danger ? { color: DANGER, variant: 'filled' } : { 'data-autofocus': true })}
          >
            {question.yes ?? t('common.yes')}
          </Button>
        </>
      }
    >
      <p>{question.message}</p>
    </Dialog>
  );
}

/**
 * Asks yes or no; Esc is no. For a destructive action the focus is on No.
 * @param ask renders the question in the current language, which may change while it is open.
 */
export function confirm(ask: (texts: Texts) => Question): Promise<boolean> {
  return openDialog<boolean>((close) => <ConfirmDialog ask={ask} close={close} />);
}
