import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialogs.module.css';
import { openDialog } from './stack.tsx';

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
 * Keeps a dialog without a way out open until the work is done, and passes on how it ended.
 * @param say what is waited for, in the reader's language.
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
