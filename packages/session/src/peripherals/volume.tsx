import type { AudioDevice, AudioDirection } from '@berth/contract/bridge/settings';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconMicrophone, IconMicrophoneOff, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import styles from './peripherals.module.css';

interface VolumeProps {
  readonly direction: AudioDirection;
  readonly device: AudioDevice;
  readonly onChange: (setting: { volume?: number; muted?: boolean }) => void;
}

const STEP = 5;

/** The volume of a device. The slider follows the user while dragged, else the machine. */
export function Volume({ direction, device, onChange }: VolumeProps) {
  const { t, percent } = useTexts();
  const [moved, setMoved] = useState<number>();
  const volume = moved ?? device.volume;
  const [On, Off] = direction === 'output' ? [IconVolume, IconVolumeOff] : [IconMicrophone, IconMicrophoneOff];
  return (
    <div className={styles.volume}>
      <Button
        aria-pressed={device.muted}
        aria-label={t(`screens.audio.${direction}.mute`)}
        onClick={() => onChange({ muted: !device.muted })}
      >
        {device.muted ? <Off size={22} aria-hidden /> : <On size={22} aria-hidden />}
      </Button>
      <input
        type="range"
        className={styles.slider}
        aria-label={t(`screens.audio.${direction}.volume`)}
        min={0}
        max={100}
        step={STEP}
        value={volume}
        onChange={(event) => {
          const next = Number(event.target.value);
          setMoved(next);
          onChange({ volume: next, muted: false });
        }}
        onPointerUp={() => setMoved(undefined)}
        onBlur={() => setMoved(undefined)}
      />
      <output className={styles.percent}>{device.muted ? t('screens.audio.muted') : percent(volume / 100)}</output>
    </div>
  );
}
