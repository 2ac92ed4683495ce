import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { currentTexts } from '../../i18n/store.ts';
import { confirm } from '../dialogs/confirm.tsx';

/** Asks before a page with unsaved changes is left, inside the console and out of it. */
export function useKeepUnsaved(isChanged: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { t } = currentTexts();
    const question = {
      title: t('console.unsaved.title'),
      message: t('console.unsaved.message'),
      yes: t('console.unsaved.leave'),
      no: t('console.unsaved.stay'),
      danger: true,
    };
    void confirm(question).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
