import { useTexts } from '@berth/web/i18n/store.ts';
import { IconPlugConnected, IconPlugConnectedX, IconWifi } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ErrorText } from '../parts/field.tsx';
import styles from './network.module.css';
import { useNetwork } from './use-network.ts';
import { WifiAdvanced } from './wifi-advanced.tsx';
import { WifiQuick } from './wifi-quick.tsx';
import { WiredAddress } from './wired-address.tsx';

type Form = 'wifi' | 'advanced' | { readonly wired: string };

/** Wired and wireless connections with their forms. Empty where the agent does not manage the network. */
export function NetworkPanel() {
  const { t } = useTexts();
  const { network, reload } = useNetwork();
  const [form, setForm] = useState<Form>();
  if (!network) return null;
  const { wired, wifi, trialSecondsLeft } = network;
  const done = () => {
    setForm(undefined);
    void reload();
  };
  if (form === 'wifi') return <WifiQuick onDone={done} onAdvanced={() => setForm('advanced')} />;
  if (form === 'advanced') return <WifiAdvanced onDone={done} onCancel={() => setForm('wifi')} />;
  if (form) return <WiredAddress device={form.wired} onDone={done} onCancel={done} />;
  return (
    <div className={styles.panel}>
      {trialSecondsLeft !== null && <ErrorText>{t('screens.network.trial', { seconds: trialSecondsLeft })}</ErrorText>}
      {wired.map(({ device, carrier, connected, addresses }) => (
        <div key={device} className={styles.row}>
          {carrier ? <IconPlugConnected aria-hidden /> : <IconPlugConnectedX aria-hidden />}
          <div className={styles.what}>
            <strong>{t('screens.network.wired')}</strong>
            <span className={styles.state}>
              {connected ? addresses.join(', ') : t(carrier ? 'screens.network.noAddress' : 'screens.network.noCable')}
            </span>
          </div>
          <Button onClick={() => setForm({ wired: device })}>{t('screens.network.address')}</Button>
        </div>
      ))}
      {wifi && (
        <div className={styles.row}>
          <IconWifi aria-hidden />
          <div className={styles.what}>
            <strong>{t('screens.network.wifi')}</strong>
            <span className={styles.state}>
              {wifi.state === 'connected'
                ? `${wifi.ssid} · ${wifi.addresses.join(', ')}`
                : t(`screens.network.${wifi.state}`)}
            </span>
          </div>
          <Button onClick={() => setForm('wifi')}>{t('screens.network.choose')}</Button>
        </div>
      )}
    </div>
  );
}
