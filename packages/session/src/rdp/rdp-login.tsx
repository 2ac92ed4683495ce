import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { useId, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { useDefinition } from '../state/session.ts';
import styles from './rdp.module.css';
import { type RdpPrompt, rdpPrompt } from './rdp-prompt.ts';

export interface RdpLoginValues {
  readonly host: string;
  readonly domain: string;
  readonly user: string;
  readonly password: string;
  readonly reconnect: boolean;
}

interface RdpLoginProps {
  readonly index: number;
  readonly name: string;
  readonly onLogin: (login: RdpLoginValues) => void;
  readonly onCancel: () => void;
}

/** Asks for the login of a remote desktop. The password goes to the agent and is not stored. */
export default function RdpLogin({ index, name, onLogin, onCancel }: RdpLoginProps) {
  const { t } = useTexts();
  const form = useId();
  const prompt = rdpPrompt(useDefinition()?.thinhoc.sessions.rdp[index]);
  const [login, setLogin] = useState<RdpLoginValues>({ ...prompt, password: '' });
  const change = (changed: Partial<RdpLoginValues>) => setLogin({ ...login, ...changed });
  const ready = login.host.trim() !== '' && login.user.trim() !== '';
  return (
    <Dialog
      title={name}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={form} disabled={!ready}>
            {t('screens.rdp.connect')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const { host, domain, user, password, reconnect } = login;
          if (ready) onLogin({ host: host.trim(), domain: domain.trim(), user: user.trim(), password, reconnect });
        }}
      >
        <Field
          label={t('screens.rdp.user')}
          value={login.user}
          onChange={(user) => change({ user })}
          autoComplete="off"
        />
        <Field
          label={t('screens.rdp.password')}
          type="password"
          value={login.password}
          onChange={(password) => change({ password })}
          autoComplete="off"
          data-autofocus={prompt.user === '' ? undefined : true}
        />
        <Advanced prompt={prompt} login={login} change={change} />
        {prompt.contact !== '' && (
          <p className={styles.contact}>{t('screens.rdp.contact', { contact: prompt.contact })}</p>
        )}
      </form>
    </Dialog>
  );
}

interface AdvancedProps {
  readonly prompt: RdpPrompt;
  readonly login: RdpLoginValues;
  readonly change: (changed: Partial<RdpLoginValues>) => void;
}

function Advanced({ prompt, login, change }: AdvancedProps) {
  const { t } = useTexts();
  if (prompt.hostFixed && prompt.domainFixed && prompt.reconnectFixed) return null;
  return (
    <details className={styles.advanced} open={prompt.advanced}>
      <summary className={styles.summary}>{t('screens.rdp.advanced')}</summary>
      <Field
        label={t('screens.rdp.host')}
        value={login.host}
        onChange={(host) => change({ host })}
        disabled={prompt.hostFixed}
      />
      <Field
        label={t('screens.rdp.domain')}
        value={login.domain}
        onChange={(domain) => change({ domain })}
        disabled={prompt.domainFixed}
      />
      {!prompt.reconnectFixed && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={login.reconnect}
            onChange={({ target }) => change({ reconnect: target.checked })}
          />
          {t('screens.rdp.reconnect')}
        </label>
      )}
    </details>
  );
}
