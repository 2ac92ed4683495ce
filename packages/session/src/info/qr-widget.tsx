import { hotspotName } from '@berth/contract/rules/hotspot-name';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { type Fields, fieldsAt, flagOf, textOf } from '../definition/fields.ts';
import { useSessionState } from '../state/session.ts';
import styles from './widget.module.css';
import { wifiText } from './wifi-text.ts';

/** A code for phones: a text, the network that guests may use, or the machine's own hotspot. */
export default function QrWidget({ settings, customization }: { settings: Fields; customization: Fields }) {
  const hint = fieldsAt(customization, 'wifi_hint');
  const hotspot = useHotspot();
  const type = textOf(settings, 'type');
  const network =
    type === 'wifi_hotspot' ? hotspot : { ssid: textOf(hint, 'ssid'), password: textOf(hint, 'password') };
  const text = type === 'text' ? textOf(settings, 'text_context') : wifiText(network.ssid, network.password);
  const title = textOf(settings, 'title') || (type === 'text' ? '' : network.ssid);
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

/** The machine's hotspot as the agent makes it; none in another mode of the Wi-Fi. */
function useHotspot(): { readonly ssid: string; readonly password: string } {
  const definition = useSessionState(({ profile }) => profile?.definition);
  const machineName = useSessionState(({ config }) => config?.machine_name ?? '');
  const wifi = fieldsAt(definition, 'system', 'network', 'wifi');
  if (textOf(wifi, 'mode') !== 'hotspot') return { ssid: '', password: '' };
  const hotspot = fieldsAt(wifi, 'hotspot');
  const named = { ssid_use_devname: flagOf(hotspot, 'ssid_use_devname', true), ssid: textOf(hotspot, 'ssid') };
  return { ssid: hotspotName(named, machineName), password: textOf(hotspot, 'password') };
}
