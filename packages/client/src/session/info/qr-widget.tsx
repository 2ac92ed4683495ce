import { type Fields, fieldsAt, textOf } from '../definition/fields.ts';
import { QrCode } from '../parts/qr-code.tsx';
import styles from './widget.module.css';
import { wifiText } from './wifi-text.ts';

/** A code for phones: a text, or the network that guests may use. */
export default function QrWidget({ settings, customization }: { settings: Fields; customization: Fields }) {
  const hint = fieldsAt(customization, 'wifi_hint');
  const isText = textOf(settings, 'type') === 'text';
  const text = isText ? textOf(settings, 'text_context') : wifiText(textOf(hint, 'ssid'), textOf(hint, 'password'));
  const title = textOf(settings, 'title') || (isText ? '' : textOf(hint, 'ssid'));
  if (text === '') return null;
  return (
    <figure className={styles.qr}>
      <QrCode text={text} label={title || text} />
      {title !== '' && <figcaption className={styles.caption}>{title}</figcaption>}
    </figure>
  );
}
