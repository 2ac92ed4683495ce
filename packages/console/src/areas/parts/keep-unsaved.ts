import { currentPerson, isAuthenticated } from '@berth/web/data/auth/person.ts';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { flushPendingEdits } from '../../forms/controls/use-edit.ts';
import { jsonWithoutSecrets } from '../../forms/state/typed-secrets.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { toast } from './toast.ts';

/** What is kept of a draft. */
export interface Unsaved<Value> {
  readonly isChanged: boolean;
  /** The stored revision that it started from. */
  readonly revision: number;
  /** The unsaved changes, with everything that was typed. */
  readonly unsaved: () => Value;
  /** Takes up unsaved changes from before a login, which started from a revision. */
  readonly resume: (unsaved: Value, revision: number) => void;
}

/**
 * Asks before leaving a page with unsaved changes, inside the console or out of it. If the login ends meanwhile, the
 * changes come back after the next one.
 * @param place what is edited.
 */
export function useKeepUnsaved<Value>(place: string, draft: Unsaved<Value>): void {
  const { isChanged } = draft;
  const blocker = useBlocker(
    // Without a login the page is gone already.
    ({ currentLocation, nextLocation }) =>
      isChanged && isAuthenticated() && currentLocation.pathname !== nextLocation.pathname,
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
  useKeepAcrossLogin(place, draft);
}

const STORED = 'unsaved';

function useKeepAcrossLogin<Value>(place: string, draft: Unsaved<Value>): void {
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    const key = `${STORED} ${currentPerson()?.id ?? ''} ${place}`;
    const kept = sessionStorage.getItem(key);
    forgetUnsaved();
    if (kept !== null) {
      const { draft, revision, hadSecrets } = JSON.parse(kept);
      latest.current.resume(draft, revision);
      toast(({ t }) => t(hadSecrets ? 'console.unsaved.restored.secrets' : 'console.unsaved.restored'));
    }
    return () => {
      if (isAuthenticated()) return;
      flushPendingEdits();
      if (latest.current.isChanged) keep(key, latest.current);
    };
  }, [place]);
}

/** Only what was edited last is kept: another page that is opened after the login ends the wait for it. */
function forgetUnsaved(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${STORED} `)) sessionStorage.removeItem(key);
}

/** Without typed secrets: whoever logs in next can read what the tab has stored. */
function keep<Value>(key: string, { unsaved, revision }: Unsaved<Value>): void {
  try {
    const { json, hadSecrets } = jsonWithoutSecrets(unsaved());
    sessionStorage.setItem(key, `{"draft":${json},"revision":${revision},"hadSecrets":${hadSecrets}}`);
  } catch (error) {
    // Large images do not fit.
    console.error(error);
  }
}
