import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import styles from './save-strip.module.css';

interface SaveStripProps {
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Shows that there are unsaved changes, with buttons to save or discard them. */
export function SaveStrip({ busy, onSave, onDiscard, children }: SaveStripProps): ReactNode {
  const { t } = useTexts();
  return (
    // A press does not move the focus: a fault that disappears on blur would move the button from under the pointer.
    <section className={styles.strip} aria-label={t('console.save.label')} onMouseDown={stay}>
      <span className={styles.state}>
        <IconPointFilled size={20} aria-hidden />
        {t('console.save.unsaved')}
      </span>
      {children}
      <Button variant="default" onClick={onDiscard} disabled={busy}>
        {t('common.discard')}
      </Button>
      <Button onClick={onSave} loading={busy}>
        {t('common.save')}
      </Button>
    </section>
  );
}

function stay(event: MouseEvent): void {
  event.preventDefault();
}
