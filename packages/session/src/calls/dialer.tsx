import type { CallsState } from '@berth/contract/bridge/calls';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconPhone } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { Button } from '../parts/button.tsx';
import { Field, Select } from '../parts/field.tsx';
import styles from './calls.module.css';

interface DialerProps {
  readonly bridge: Bridge;
  readonly accounts: CallsState['accounts'];
  readonly number: string;
  readonly onNumber: (number: string) => void;
}

/** A number or address, typed or by keypad, and the calling account. */
export function Dialer({ bridge, accounts, number, onNumber }: DialerProps) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<string>();
  // The profile may replace the accounts meanwhile.
  const account = accounts.find(({ id }) => id === chosen)?.id ?? accounts[0]?.id ?? '';
  const [failed, setFailed] = useState(false);

  async function dial(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailed(false);
    try {
      await bridge.call('dial', { number, account });
    } catch {
      setFailed(true);
    }
  }

  return (
    <form className={styles.dialer} onSubmit={(event) => void dial(event)}>
      {accounts.length > 1 && (
        <Select
          label={t('calls.from')}
          value={account}
          options={accounts.map(({ id, display_name }) => ({ value: id, label: display_name }))}
          onChange={setChosen}
        />
      )}
      <Field
        label={t('calls.number')}
        value={number}
        onChange={onNumber}
        error={failed ? t('calls.cannotDial') : undefined}
        inputMode="tel"
        autoComplete="off"
        maxLength={256}
        autoFocus
      />
      <Keypad onDigit={(digit) => onNumber(number + digit)} />
      <Button kind="primary" type="submit" disabled={number.trim() === ''}>
        <IconPhone size={20} aria-hidden />
        {t('calls.dial')}
      </Button>
    </form>
  );
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

/** A telephone's twelve keys. */
export function Keypad({ onDigit }: { onDigit: (digit: string) => void }) {
  const { t } = useTexts();
  return (
    <fieldset className={styles.keypad} aria-label={t('calls.keypad')}>
      {KEYS.map((key) => (
        <Button key={key} className={styles.key} onClick={() => onDigit(key)}>
          {key}
        </Button>
      ))}
    </fieldset>
  );
}
