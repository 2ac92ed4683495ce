import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { customizationOf } from '../definition/appearance.ts';
import { fieldsAt, textOf } from '../definition/fields.ts';
import { Panel } from '../home/panel.tsx';
import { wifiText } from '../info/wifi-text.ts';
import { useSessionState } from '../state/session.ts';
import styles from './wifi-panel.module.css';

/** The guests' network: to scan with a phone, or to type. */
export default function WifiPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const definition = useSessionState(({ profile }) => profile?.definition);
  const hint = fieldsAt(customizationOf(fieldsAt(definition)), 'wifi_hint');
  const ssid = textOf(hint, 'ssid');
  const password = textOf(hint, 'password');
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
