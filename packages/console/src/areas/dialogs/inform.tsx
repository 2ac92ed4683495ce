import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialogs.module.css';
import { openDialog } from './stack.tsx';

interface InformProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows a message; Enter, Esc or the button closes it. */
export function InformDialog({ title, children, onClose }: InformProps): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={title}
      alert
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {t('common.ok')}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}

interface Message {
  readonly title: string;
  readonly message: string;
}

interface MessageProps {
  readonly say: (texts: Texts) => Message;
  readonly close: () => void;
}

function MessageDialog({ say, close }: MessageProps): ReactNode {
  const { title, message } = say(useTexts());
  return (
    <InformDialog title={title} onClose={close}>
      <p>{message}</p>
    </InformDialog>
  );
}

/**
 * Shows a message and resolves when it has been read.
 * @param say renders the message in the current language, which may change while it is open.
 */
export function inform(say: (texts: Texts) => Message): Promise<void> {
  return openDialog<void>((close) => <MessageDialog say={say} close={close} />);
}

function WaitDialog({ say }: { readonly say: (texts: Texts) => string }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  return (
    <Dialog title={say(texts)}>
      <p className={styles.line}>
        <Loader size="sm" /> {t('common.wait')}
      </p>
    </Dialog>
  );
}

/**
 * Shows a dialog that cannot be closed until the work is done; returns or throws the work's result.
 * @param say renders the message in the current language.
 */
export async function waitFor<Result>(say: (texts: Texts) => string, work: Promise<Result>): Promise<Result> {
  let end: (() => void) | undefined;
  void openDialog<void>((close) => {
    end = close;
    return <WaitDialog say={say} />;
  });
  try {
    return await work;
  } finally {
    end?.();
  }
}
