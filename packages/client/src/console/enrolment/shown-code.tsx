import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import styles from './code-dialog.module.css';

function ShownCode({ code, close }: { readonly code: string; readonly close: () => void }): ReactNode {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return (
    // No way out by Esc: it is shown this once.
    <Dialog
      title={t('machines.enrolment.shown.title')}
      actions={
        <>
          <Button variant="default" onClick={() => void copy()}>
            {t(copied ? 'common.copied' : 'common.copy')}
          </Button>
          <Button data-autofocus onClick={close}>
            {t('common.kept')}
          </Button>
        </>
      }
    >
      <p>{t('machines.enrolment.shown.text')}</p>
      <div className={styles.shown}>
        <QrCode className={styles.picture} text={code} label={t('machines.enrolment.qr')} />
        <code className={styles.code}>{code}</code>
      </div>
    </Dialog>
  );
}

/** Shows a new code, as text and as a picture. */
export function showCode(code: string): Promise<void> {
  return openDialog<void>((close) => <ShownCode code={code} close={close} />);
}
