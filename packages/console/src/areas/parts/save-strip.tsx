import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import styles from './save-strip.module.css';

interface SaveStripProps {
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  /** Buttons for what else can be done with what is not saved. */
  readonly children?: ReactNode;
}

/** Says that something is not saved yet, and saves or discards it. */
export function SaveStrip({ busy, onSave, onDiscard, children }: SaveStripProps): ReactNode {
  const { t } = useTexts();
  return (
    // A press leaves the focus where it is: a fault that goes with it would move the button away from under the mouse.
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
