import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type SubmitEvent, useRef, useState } from 'react';
import { BridgeError } from '../bridge/bridge.ts';
import { Button } from '../parts/button.tsx';
import { ErrorText, Field } from '../parts/field.tsx';
import styles from './greeter.module.css';
import { RecentNames } from './recent-names.tsx';

interface PasswordFormProps {
  /** Resolves once the agent has accepted the login. */
  readonly logIn: (user: string, password: string) => Promise<unknown>;
  /** Names of earlier users, if the organization's settings allow it. */
  readonly history: readonly string[];
}

const FAILURES: Readonly<Record<string, MessageKey>> = {
  'login-failed': 'greeter.failed',
  'login-timed-out': 'greeter.timedOut',
};

/** Name and password; the agent checks them and replies within 7.5 seconds (spec chapter 4). */
export function PasswordForm({ history, logIn }: PasswordFormProps) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<MessageKey>();

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (running) return;
    if (user.trim() === '') return setFailure('greeter.userEmpty');
    setFailure(undefined);
    setRunning(true);
    try {
      await logIn(user.trim(), password);
    } catch (error) {
      const code = error instanceof BridgeError ? error.code : '';
      setFailure(FAILURES[code] ?? 'greeter.unavailable');
      setPassword('');
      focus('password');
    } finally {
      setRunning(false);
    }
  }

  function focus(name: string): void {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  const empty = failure === 'greeter.userEmpty';
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)}>
      <RecentNames
        names={history}
        chosen={user}
        onChoose={(name) => {
          setUser(name);
          focus('password');
        }}
      />
      {failure && !empty && <ErrorText>{t(failure)}</ErrorText>}
      <Field
        label={t('greeter.user')}
        name="user"
        value={user}
        onChange={setUser}
        error={empty ? t(failure) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        autoFocus
      />
      <Field
        label={t('greeter.password')}
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="off"
        maxLength={256}
      />
      <Button kind="primary" type="submit" disabled={running}>
        {t(running ? 'common.wait' : 'greeter.logIn')}
      </Button>
    </form>
  );
}
