import { IconScreenShare, IconVideo } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../data/api-error.ts';
import { readCode } from '../../../data/mirror/code.ts';
import type { Wish } from '../../../data/mirror/messages.ts';
import { useTexts } from '../../../i18n/store.ts';
import type { Words } from '../../../i18n/texts.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { useSessionState } from '../../state/session.ts';
import styles from './elsewhere.module.css';
import { goElsewhere } from './outgoing.ts';

/** Another machine's code, and what to do there. */
export function GoForm() {
  const { t } = useTexts();
  const name = useSessionState(({ config }) => config?.machine_name) ?? t('mirror.elsewhere.machine');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);

  async function go(wish: Wish): Promise<void> {
    const plain = readCode(code);
    setProblem(plain === null ? (texts) => texts.t('mirror.share.codeWrong') : undefined);
    if (plain === null) return;
    setBusy(true);
    try {
      await goElsewhere(plain, name, wish);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void go('show');
  }

  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('mirror.elsewhere.title')}>
      <h2 className={styles.title}>{t('mirror.elsewhere.title')}</h2>
      <Field
        label={t('mirror.elsewhere.code')}
        value={code}
        onChange={setCode}
        error={problem}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          <IconScreenShare size={20} aria-hidden />
          {t('mirror.elsewhere.show')}
        </Button>
        <Button disabled={busy} onClick={() => void go('call')}>
          <IconVideo size={20} aria-hidden />
          {t('mirror.elsewhere.call')}
        </Button>
      </div>
    </form>
  );
}

function problemOf(error: unknown): Words {
  if (error instanceof DOMException) return ({ t }) => t('mirror.elsewhere.noScreen');
  if (error instanceof ApiError && error.code === 'invalid-code') return ({ t }) => t('mirror.share.badCode');
  if (error instanceof ApiError && error.code === 'rate-limited') return ({ t }) => t('mirror.share.locked');
  return ({ t }) => t('mirror.elsewhere.failed');
}
