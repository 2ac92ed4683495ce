import { isAuthenticated } from '@berth/web/data/auth/person.ts';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../dialogs/confirm.tsx';

/** Asks before a page with unsaved changes is left, inside the console and out of it. */
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
    // Whoever is signed out because they were away is not asked.
    const warn = (event: BeforeUnloadEvent) => isAuthenticated() && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
