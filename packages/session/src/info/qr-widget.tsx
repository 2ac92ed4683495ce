import type { QrWidget as QrSettings } from '@berth/contract/profile/widgets';
import { hotspotName } from '@berth/contract/rules/names';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { useCustomization, useDefinition, useSessionState } from '../state/session.ts';
import styles from './widget.module.css';

/** A QR code: a text, the guest Wi-Fi, or the machine's own hotspot. */
export default function QrWidget({ settings: { type, ...settings } }: { settings: QrSettings }) {
  const hint = useCustomization()?.wifi_hint;
  const hotspot = useHotspot();
  const { ssid = '', password = '' } = (type === 'wifi_hotspot' ? hotspot : hint) ?? {};
  const text = type === 'text' ? settings.text_context : wifiText(ssid, password);
  const title = settings.title || (type === 'text' ? '' : ssid);
  if (text === '') return null;
  return (
    <figure className={styles.qr}>
      <div className={styles.code}>
        <QrCode text={text} label={title || text} />
      </div>
      {title !== '' && (
        <figcaption className={styles.caption} title={title}>
          {title}
        </figcaption>
      )}
    </figure>
  );
}

/** The machine's hotspot, as the agent configures it; undefined in another Wi-Fi mode. */
function useHotspot(): { readonly ssid: string; readonly password?: string | undefined } | undefined {
  const machineName = useSessionState(({ config }) => config?.machine_name ?? '');
  const wifi = useDefinition()?.system.network.wifi;
  if (wifi?.mode !== 'hotspot') return undefined;
  return { ssid: hotspotName(wifi.hotspot, machineName), password: wifi.hotspot.password };
}

/** The text that phones read as "join this network" (the Wi-Fi Alliance's WIFI: scheme); empty without a network. */
export function wifiText(ssid: string, password: string): string {
  if (ssid === '') return '';
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, '\\$&');
  const key = password === '' ? 'T:nopass;' : `T:WPA;P:${escaped(password)};`;
  return `WIFI:S:${escaped(ssid)};${key};`;
}
