import type { PhoneCall } from '@berth/contract/bridge/calls';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconPhoneOff, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { Button } from '../parts/button.tsx';
import styles from './calls.module.css';
import { Keypad } from './dialer.tsx';

/** The current call: the other side, its duration, and its actions. */
export function CallPanel({ bridge, call }: { bridge: Bridge; call: PhoneCall }) {
  const { t } = useTexts();
  const now = useNow(call.answeredAt !== null);
  const [digits, setDigits] = useState('');
  const held = call.state === 'held';

  // If the call ended, the agent's events show it.
  const send = (digit: string): void => {
    setDigits(digits + digit);
    void bridge.call('send_digits', { digits: digit }).catch(() => {});
  };

  return (
    <section className={styles.dialer} aria-label={t('calls.call')}>
      <div className={styles.party}>
        <h2 className={styles.peer}>{nameOf(call)}</h2>
        {call.peer_name && call.peer_name !== call.peer && <p className={styles.hint}>{call.peer}</p>}
        <p role="status">{t(`calls.state.${call.state}`)}</p>
        {call.answeredAt && <p className={styles.time}>{callTime(call.answeredAt, now)}</p>}
      </div>
      {call.answeredAt && (
        <>
          <output className={styles.digits}>{digits}</output>
          <Keypad onDigit={send} />
          <Button onClick={() => void bridge.call('hold_call', { held: !held }).catch(() => {})}>
            {held ? <IconPlayerPlay size={20} aria-hidden /> : <IconPlayerPause size={20} aria-hidden />}
            {t(held ? 'calls.resume' : 'calls.hold')}
          </Button>
        </>
      )}
      <Button className={styles.end} onClick={() => void bridge.call('hang_up', {}).catch(() => {})}>
        <IconPhoneOff size={20} aria-hidden />
        {t('calls.hangUp')}
      </Button>
    </section>
  );
}

/** Milliseconds since the epoch, updated every second while `running`. */
function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** The name shown for a call: the other side's name, else its number. */
export function nameOf({ peer, peer_name }: Pick<PhoneCall, 'peer' | 'peer_name'>): string {
  return peer_name || peer;
}

/** Minutes and seconds since an instant, as on a phone: 4:05, 1:00:07. */
export function callTime(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return clock(seconds);
}

export function clock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
