import { ApiError } from '@berth/web/data/api-error.ts';
import { type GuestState, MirrorGuest } from '@berth/web/data/mirror/guest.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { IdentityFrame } from '../identity/identity-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { Connected } from './connected.tsx';

/** A guest's page: enter the code of a big screen, choose what to share, see the own stream and its position. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const [guest, setGuest] = useState<MirrorGuest>();
  const [state, setState] = useState<GuestState>();
  const { busy, error, submit } = useSubmit(errorWordsOf);
  useEffect(() => {
    if (!guest) return;
    const leave = () => guest.leave();
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [guest]);

  async function join(code: string, name: string): Promise<void> {
    // A code works once: it must not stay in the history.
    history.replaceState(history.state, '', location.pathname);
    setGuest(await MirrorGuest.join({ code, name, wants: 'show', onState: setState }));
  }

  return (
    <IdentityFrame title={t('mirror.share.title')}>
      {guest && state ? (
        <Connected
          guest={guest}
          state={state}
          onAgain={() => {
            setGuest(undefined);
            setState(undefined);
          }}
        />
      ) : (
        <CodeForm busy={busy} error={error} onSubmit={(code, name) => submit(() => join(code, name))} />
      )}
    </IdentityFrame>
  );
}

function errorWordsOf(error: unknown): Words | undefined {
  if (error instanceof ApiError && error.code === 'invalid-code') return ({ t }) => t('mirror.share.badCode');
  if (error instanceof ApiError && error.code === 'rate-limited') return ({ t }) => t('mirror.share.locked');
  return undefined;
}
