import type { CallsState } from '@berth/contract/bridge/calls';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { ErrorText } from '../parts/field.tsx';
import { HealthIcon } from '../parts/health-icon.tsx';
import { Page, Unavailable } from '../parts/page.tsx';
import { HOME_PATH } from '../paths.ts';
import { useSession, useSessionState } from '../state/session.ts';
import { CallPanel } from './call-panel.tsx';
import styles from './calls.module.css';
import { Dialer } from './dialer.tsx';
import { History } from './history.tsx';

/** The machine's phone (spec chapter 1, SIP phone calls): incoming call, dialer, history. */
export default function Calls() {
  const { bridge } = useSession();
  return bridge ? <Phone bridge={bridge} /> : <Unavailable />;
}

function Phone({ bridge }: { bridge: Bridge }) {
  const { t } = useTexts();
  const { enabled, accounts, call, error } = useSessionState(({ calls }) => calls);
  const [number, setNumber] = useState('');
  return (
    <Page title={t('calls.title')}>
      {enabled ? <Accounts accounts={accounts} /> : <p className={styles.hint}>{t('calls.none')}</p>}
      {error && <ErrorText>{t(`calls.error.${error}`)}</ErrorText>}
      {enabled && (
        <div className={styles.columns}>
          {call ? (
            <CallPanel bridge={bridge} call={call} />
          ) : (
            <Dialer bridge={bridge} accounts={accounts} number={number} onNumber={setNumber} />
          )}
          <History bridge={bridge} inCall={call !== null} onChoose={setNumber} />
        </div>
      )}
      <Button onClick={() => navigate(HOME_PATH)}>{t('screens.notHere.back')}</Button>
    </Page>
  );
}

const HEALTH = { registered: 'ok', registering: 'unknown', failed: 'error' } as const;

function Accounts({ accounts }: { accounts: CallsState['accounts'] }) {
  const { t } = useTexts();
  return (
    <ul className={styles.accounts} aria-label={t('calls.accounts')}>
      {accounts.map(({ id, display_name, registration }) => (
        <li key={id} className={styles.account} title={id}>
          <HealthIcon health={HEALTH[registration]} />
          <span>
            {display_name} <span className={styles.hint}>{t(`calls.registration.${registration}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
