import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { openDialog } from './stack.tsx';
import styles from './wait.module.css';

function WaitDialog({ title }: { readonly title: string }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog title={title}>
      <p className={styles.line}>
        <Loader size="sm" /> {t('common.wait')}
      </p>
    </Dialog>
  );
}

/** Keeps a dialog without a way out open until the work is done, and passes on how it ended. */
export async function waitFor<Result>(title: string, work: Promise<Result>): Promise<Result> {
  let end: (() => void) | undefined;
  void openDialog<void>((close) => {
    end = close;
    return <WaitDialog title={title} />;
  });
  try {
    return await work;
  } finally {
    end?.();
  }
}
