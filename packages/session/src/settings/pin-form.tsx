import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type SubmitEvent, useRef, useState } from 'react';
import { BridgeError } from '../bridge/bridge.ts';
import { Button } from '../parts/button.tsx';
import { ErrorText, Field } from '../parts/field.tsx';
import { useSession } from '../state/session.ts';
import styles from './settings.module.css';

const FAILURES: Readonly<Record<string, MessageKey>> = {
  'login-failed': 'screens.settings.pin.wrong',
  'rate-limited': 'screens.settings.pin.tooOften',
};

/** The PIN of the profile. */
export function PinForm({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [pin, setPin] = useState('');
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<MessageKey>();

  async function open(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!bridge || running || pin === '') return;
    setFailure(undefined);
    setRunning(true);
    try {
      await bridge.call('open_settings', { pin });
      onOpen();
    } catch (error) {
      setFailure(FAILURES[error instanceof BridgeError ? error.code : ''] ?? 'greeter.unavailable');
      setPin('');
      form.current?.querySelector<HTMLElement>('input')?.focus();
    } finally {
      setRunning(false);
    }
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void open(event)}>
      <p>{t('screens.settings.pin.text')}</p>
      {failure && <ErrorText>{t(failure)}</ErrorText>}
      <Field
        label={t('screens.settings.pin.label')}
        name="pin"
        type="password"
        inputMode="numeric"
        value={pin}
        onChange={setPin}
        autoComplete="off"
        maxLength={64}
        autoFocus
      />
      <Button kind="primary" type="submit" disabled={running}>
        {t('screens.settings.open')}
      </Button>
    </form>
  );
}
