import { isAuthenticated } from '@berth/web/data/auth/person.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../dialogs/confirm.tsx';
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

/** Asks before leaving a page with unsaved changes, inside the console or out of it. */
export function useKeepUnsaved(isChanged: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const leaving = confirm(({ t }) => ({
      title: t('console.unsaved.title'),
      message: t('console.unsaved.message'),
      yes: t('console.unsaved.leave'),
      no: t('console.unsaved.stay'),
      danger: true,
    }));
    void leaving.then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    if (!isChanged) return undefined;
    // An inactivity logout does not ask.
    const warn = (event: BeforeUnloadEvent) => isAuthenticated() && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
