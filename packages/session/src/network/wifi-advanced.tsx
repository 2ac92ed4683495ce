import {
  type ConnectWifi,
  WIFI_EAP,
  WIFI_PHASE2,
  WIFI_SECURITY,
  type WifiEnterprise,
} from '@berth/contract/bridge/network';
import { WIFI_PASSWORD_MIN, WIFI_SSID_MAX } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { Choices } from '../parts/choices.tsx';
import { Field, Select } from '../parts/field.tsx';
import { useSession } from '../state/session.ts';
import styles from './network.module.css';
import { SubForm } from './sub-form.tsx';
import { useChange } from './use-network.ts';

// WEP is shown for existing networks, but not offered.
const SECURITY = WIFI_SECURITY.filter((each) => each !== 'wep');
const EMPTY: WifiEnterprise = {
  eap: 'peap',
  phase2: 'mschapv2',
  identity: '',
  anonymous_identity: '',
  password: '',
  ca_certificate: '',
  client_certificate: '',
  private_key: '',
};

/** Manual Wi-Fi: hidden networks and WPA Enterprise (spec chapter 8). May take up to a minute (chapter 9). */
export function WifiAdvanced({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [ssid, setSsid] = useState('');
  const [security, setSecurity] = useState<(typeof SECURITY)[number]>('personal');
  const [password, setPassword] = useState('');
  const [enterprise, setEnterprise] = useState(EMPTY);
  const { working, failed, run } = useChange();
  const complete = {
    none: true,
    personal: password.length >= WIFI_PASSWORD_MIN,
    enterprise: enterprise.identity !== '',
  };

  function connect(): void {
    const secret = security === 'personal' ? { password } : security === 'enterprise' ? { enterprise } : {};
    const input: ConnectWifi = { ssid, hidden: true, ...secret };
    void run(async () => bridge?.call('connect_wifi', input), onDone);
  }

  return (
    <SubForm
      title={t('screens.network.advanced')}
      submit={t('screens.network.connect')}
      ready={ssid !== '' && complete[security]}
      working={working}
      failure={failed ? t('screens.network.advancedFailed') : undefined}
      onSubmit={connect}
      onCancel={onCancel}
    >
      <Field label={t('screens.network.ssid')} value={ssid} maxLength={WIFI_SSID_MAX} onChange={setSsid} />
      <Choices
        label={t('screens.network.security')}
        name="security"
        value={security}
        options={SECURITY.map((value) => ({ value, label: t(`screens.network.security.${value}`) }))}
        onChange={setSecurity}
      />
      {security === 'personal' && (
        <Field
          label={t('screens.network.password')}
          type="password"
          autoComplete="off"
          value={password}
          maxLength={63}
          onChange={setPassword}
        />
      )}
      {security === 'enterprise' && <Enterprise value={enterprise} onChange={setEnterprise} />}
      {working && <p className={styles.muted}>{t('screens.network.minute')}</p>}
    </SubForm>
  );
}

interface EnterpriseProps {
  readonly value: WifiEnterprise;
  readonly onChange: (value: WifiEnterprise) => void;
}

function Enterprise({ value, onChange }: EnterpriseProps) {
  const { t } = useTexts();
  const set = (change: Partial<WifiEnterprise>) => onChange({ ...value, ...change });
  const byCertificate = value.eap === 'tls';
  const hasInner = value.eap === 'peap' || value.eap === 'ttls';
  return (
    <>
      <div className={styles.two}>
        <Select
          label={t('screens.network.eap')}
          value={value.eap}
          options={WIFI_EAP.map((eap) => ({ value: eap, label: eap.toUpperCase() }))}
          onChange={(eap) => set({ eap, phase2: eap === 'peap' || eap === 'ttls' ? 'mschapv2' : null })}
        />
        {hasInner && (
          <Select
            label={t('screens.network.phase2')}
            value={value.phase2 ?? 'mschapv2'}
            options={WIFI_PHASE2.map((phase2) => ({ value: phase2, label: phase2.toUpperCase() }))}
            onChange={(phase2) => set({ phase2 })}
          />
        )}
      </div>
      <div className={styles.two}>
        <Field
          label={t('screens.network.identity')}
          value={value.identity}
          autoComplete="off"
          onChange={(identity) => set({ identity })}
        />
        <Field
          label={t('screens.network.anonymous')}
          value={value.anonymous_identity}
          autoComplete="off"
          onChange={(anonymous_identity) => set({ anonymous_identity })}
        />
      </div>
      <Field
        label={t(byCertificate ? 'screens.network.keyPassword' : 'screens.network.password')}
        type="password"
        autoComplete="off"
        value={value.password}
        onChange={(password) => set({ password })}
      />
      <Pem
        label={t('screens.network.ca')}
        value={value.ca_certificate}
        onChange={(ca_certificate) => set({ ca_certificate })}
      />
      {byCertificate && (
        <>
          <Pem
            label={t('screens.network.certificate')}
            value={value.client_certificate}
            onChange={(client_certificate) => set({ client_certificate })}
          />
          <Pem
            label={t('screens.network.key')}
            value={value.private_key}
            onChange={(private_key) => set({ private_key })}
          />
        </>
      )}
    </>
  );
}

function Pem({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label>
      {label}
      <textarea
        className={styles.certificate}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
