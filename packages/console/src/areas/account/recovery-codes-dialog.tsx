import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { saveFile } from '../../data/save-file.ts';
import { openDialog } from '../dialogs/stack.tsx';
import styles from './account.module.css';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly close: () => void;
}

function RecoveryCodesDialog({ codes, close }: RecoveryCodesDialogProps): ReactNode {
  const { t } = useTexts();
  const save = () => saveFile('berth-recovery-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  return (
    // Not closable by Esc: they are shown only once.
    <Dialog
      title={t('account.codes.title')}
      actions={
        <>
          <Button variant="default" onClick={save}>
            {t('account.codes.save')}
          </Button>
          <Button data-autofocus onClick={close}>
            {t('account.codes.kept')}
          </Button>
        </>
      }
    >
      <p>{t('account.codes.text')}</p>
      <ul className={styles.codes} aria-label={t('account.codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Shows recovery codes, once; they replace a lost phone or key. */
export async function showRecoveryCodes(codes: readonly string[]): Promise<void> {
  await openDialog<void>((close) => <RecoveryCodesDialog codes={codes} close={() => close()} />);
}
