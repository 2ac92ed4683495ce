import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { useState } from 'react';
import { Button } from './button.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** Consequences, and the number of affected objects. */
  readonly text: string;
  /** The verb on the button. */
  readonly confirm: string;
  readonly onConfirm: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks before something irreversible. Shows a failure and stays open. */
export function ConfirmDialog({ title, text, confirm, onConfirm, onCancel }: ConfirmDialogProps) {
  const { t } = useTexts();
  const [state, setState] = useState<'asking' | 'doing' | 'failed'>('asking');

  async function run(): Promise<void> {
    setState('doing');
    try {
      await onConfirm();
    } catch {
      setState('failed');
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} autoFocus>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" disabled={state === 'doing'} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {state === 'failed' && <p role="alert">{t('session.agent.failed')}</p>}
    </Dialog>
  );
}
