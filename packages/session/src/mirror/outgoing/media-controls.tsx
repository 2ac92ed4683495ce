import { useTexts } from '@berth/web/i18n/store.ts';
import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { Suspense, use, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import type { MirrorHost } from '../host.ts';
import type { Device, OwnMedia } from '../own-media.ts';
import { Picture } from '../picture.tsx';
import styles from './outgoing.module.css';

const ICONS = {
  camera: { on: IconVideo, off: IconVideoOff },
  microphone: { on: IconMicrophone, off: IconMicrophoneOff },
} as const;

/** Own camera and microphone in a call, with toggles. A missing device is marked. */
export function MediaControls({ own }: { own: OwnMedia }) {
  const { t } = useTexts();
  const [isOn, setOn] = useState({ camera: own.isOn('camera'), microphone: own.isOn('microphone') });
  function toggle(device: Device): void {
    own.setOn(device, !isOn[device]);
    setOn({ ...isOn, [device]: !isOn[device] });
  }
  return (
    <div className={styles.own}>
      {own.has.camera && (
        <Picture
          stream={own.stream}
          muted
          label={t('mirror.call.own')}
          className={isOn.camera ? styles.self : styles.dark}
        />
      )}
      {(['camera', 'microphone'] as const).map((device) => {
        if (!own.has[device]) return <p key={device}>{t(`mirror.call.none.${device}`)}</p>;
        const Icon = ICONS[device][isOn[device] ? 'on' : 'off'];
        return (
          <Button key={device} aria-pressed={!isOn[device]} onClick={() => toggle(device)}>
            <Icon size={20} aria-hidden />
            {t(`mirror.call.off.${device}`)}
          </Button>
        );
      })}
    </div>
  );
}

/** This machine's side of an incoming call. */
export function CallControls({ host }: { host: MirrorHost }) {
  return (
    host.own && (
      <Suspense>
        <Opened own={host.own} />
      </Suspense>
    )
  );
}

function Opened({ own }: { own: Promise<OwnMedia> }) {
  return <MediaControls own={use(own)} />;
}
