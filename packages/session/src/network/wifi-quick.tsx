import type { WifiNetwork } from '@berth/contract/bridge/network';
import { WIFI_PASSWORD_MIN } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconLock } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Choices } from '../parts/choices.tsx';
import { ErrorText, Field } from '../parts/field.tsx';
import { useSession } from '../state/session.ts';
import styles from './network.module.css';
import { SubForm } from './sub-form.tsx';
import { useChange } from './use-network.ts';

/** Wi-Fi quick connect: a visible network, and its password. */
export function WifiQuick({ onDone, onAdvanced }: { onDone: () => void; onAdvanced: () => void }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const { networks, failed: unscanned, scan } = useNetworks();
  const [ssid, setSsid] = useState<string>();
  const [password, setPassword] = useState('');
  const { working, failed, run } = useChange();
  const network = networks?.find((each) => each.ssid === ssid);
  const needsPassword = network?.security === 'personal' || network?.security === 'wep';
  const enterprise = network?.security === 'enterprise';
  const ready = network !== undefined && !enterprise && (!needsPassword || password.length >= WIFI_PASSWORD_MIN);

  function connect(): void {
    if (!network || !bridge) return;
    const secret = needsPassword ? { password } : {};
    void run(() => bridge.call('connect_wifi', { ssid: network.ssid, ...secret }), onDone);
  }

  return (
    <SubForm
      title={t('screens.network.wifi')}
      submit={t('screens.network.connect')}
      ready={ready}
      working={working}
      failure={failed ? t('screens.network.quickFailed') : undefined}
      onSubmit={connect}
      onCancel={onDone}
      aside={<Button onClick={onAdvanced}>{t('screens.network.advanced')}</Button>}
    >
      {networks === undefined ? (
        <p className={styles.muted} role="status">
          {t('screens.network.scanning')}
        </p>
      ) : (
        <div className={styles.networks}>
          <Choices
            label={t('screens.network.wifi')}
            name="ssid"
            value={ssid}
            options={networks.map((each) => ({ value: each.ssid, label: <NetworkName network={each} /> }))}
            onChange={setSsid}
          />
          {networks.length === 0 && !unscanned && <p className={styles.muted}>{t('screens.network.none')}</p>}
          {unscanned && <ErrorText>{t('session.agent.failed')}</ErrorText>}
        </div>
      )}
      {networks !== undefined && <Button onClick={scan}>{t('screens.network.scan')}</Button>}
      {enterprise && <p className={styles.muted}>{t('screens.network.enterpriseHint')}</p>}
      {needsPassword && (
        <Field
          label={t('screens.network.password')}
          type="password"
          autoComplete="off"
          value={password}
          maxLength={63}
          onChange={setPassword}
        />
      )}
    </SubForm>
  );
}

function NetworkName({ network }: { network: WifiNetwork }) {
  const { t, percent } = useTexts();
  return (
    <span className={styles.network}>
      <span className={styles.name}>{network.ssid}</span>
      {network.connected && <span>{t('screens.network.connected')}</span>}
      {network.security !== 'none' && <IconLock size={18} aria-label={t('screens.network.locked')} />}
      <span className={styles.muted}>{percent(network.strength / 100)}</span>
    </span>
  );
}

interface Networks {
  readonly networks: readonly WifiNetwork[] | undefined;
  /** Whether the machine could not look for networks, as with its radio off. */
  readonly failed: boolean;
  readonly scan: () => void;
}

function useNetworks(): Networks {
  const { bridge } = useSession();
  const [networks, setNetworks] = useState<readonly WifiNetwork[]>();
  const [failed, setFailed] = useState(false);
  const scan = useCallback(() => {
    setNetworks(undefined);
    setFailed(false);
    bridge?.call('scan_wifi', {}).then(setNetworks, () => {
      setNetworks([]);
      setFailed(true);
    });
  }, [bridge]);
  useEffect(scan, [scan]);
  return { networks, failed, scan };
}
