import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { Panel } from '../home/panel.tsx';
import { wifiText } from '../info/qr-widget.tsx';
import { useCustomization } from '../state/session.ts';
import styles from './wifi-panel.module.css';

/** The guest Wi-Fi: to scan with a phone, or to type. */
export default function WifiPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { ssid = '', password = '' } = useCustomization()?.wifi_hint ?? {};
  return (
    <Panel label={t('screens.wifi.title')} side="end" onClose={onClose}>
      <h2 className={styles.title}>{t('screens.wifi.title')}</h2>
      <QrCode className={styles.code} text={wifiText(ssid, password)} label={t('screens.wifi.scan')} />
      <dl className={styles.facts}>
        <dt>{t('screens.network.ssid')}</dt>
        <dd>{ssid}</dd>
        {password !== '' && (
          <>
            <dt>{t('screens.network.password')}</dt>
            <dd>{password}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}
