import { Button } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import styles from './save-strip.module.css';

interface SaveStripProps {
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Says that something is not saved yet, and saves or discards it. */
export function SaveStrip({ busy, onSave, onDiscard }: SaveStripProps): ReactNode {
  const { t } = useTexts();
  return (
    <section className={styles.strip} aria-label={t('console.save.label')}>
      <span className={styles.state}>
        <IconPointFilled size={20} aria-hidden />
        {t('console.save.unsaved')}
      </span>
      <Button variant="default" onClick={onDiscard} disabled={busy}>
        {t('common.discard')}
      </Button>
      <Button onClick={onSave} loading={busy}>
        {t('common.save')}
      </Button>
    </section>
  );
}
