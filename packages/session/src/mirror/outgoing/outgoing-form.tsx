import type { Wish } from '@berth/contract/signaling/mirror-messages';
import { ApiError } from '@berth/web/data/api-error.ts';
import { FormError } from '@berth/web/data/describe-error.ts';
import { readCode } from '@berth/web/data/mirror/admission.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { IconScreenShare, IconVideo } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { useSessionState } from '../../state/session.ts';
import styles from './outgoing.module.css';
import { startOutgoing } from './outgoing.ts';

/** Asks for another machine's code, and for the action there. */
export function OutgoingForm() {
  const { t } = useTexts();
  const name = useSessionState(({ config }) => config?.machine_name) ?? t('mirror.otherScreen.machine');
  const [code, setCode] = useState('');
  const { busy, error, submit } = useSubmit(errorWordsOf);
  const go = (wish: Wish) =>
    submit(async () => {
      const plain = readCode(code);
      if (plain === null) throw new FormError((texts) => texts.t('mirror.share.codeWrong'));
      await startOutgoing(plain, name, wish);
    });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    go('show');
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} aria-label={t('mirror.otherScreen.title')}>
      <h2 className={styles.title}>{t('mirror.otherScreen.title')}</h2>
      <Field
        label={t('mirror.otherScreen.code')}
        value={code}
        onChange={setCode}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          <IconScreenShare size={20} aria-hidden />
          {t('mirror.otherScreen.show')}
        </Button>
        <Button disabled={busy} onClick={() => go('call')}>
          <IconVideo size={20} aria-hidden />
          {t('mirror.otherScreen.call')}
        </Button>
      </div>
    </form>
  );
}

function errorWordsOf(error: unknown): Words {
  if (error instanceof FormError) return error.words;
  if (error instanceof DOMException) return ({ t }) => t('mirror.otherScreen.noScreen');
  if (error instanceof ApiError && error.code === 'invalid-code') return ({ t }) => t('mirror.share.badCode');
  if (error instanceof ApiError && error.code === 'rate-limited') return ({ t }) => t('mirror.share.locked');
  return ({ t }) => t('mirror.otherScreen.failed');
}
