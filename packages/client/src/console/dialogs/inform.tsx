import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { openDialog } from './stack.tsx';

interface InformProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Tells a person something; Enter, Esc or the button closes it. */
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

/** Shows a message and resolves when it has been read. */
export function inform(title: string, message: string): Promise<void> {
  return openDialog<void>((close) => (
    <InformDialog title={title} onClose={close}>
      <p>{message}</p>
    </InformDialog>
  ));
}
