import { useTexts } from '@berth/web/i18n/store.ts';
import { IconMicrophoneOff, IconPlayerPause, IconRefresh, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { AIRPLAY, type Guest } from './host-state.ts';
import styles from './mirror-tile.module.css';
import { AirplayPicture, MediaOffNotice, Picture } from './picture.tsx';
import { useDrag } from './use-drag.ts';

interface TileProps {
  readonly guest: Guest;
  readonly stream: MediaStream | null;
  readonly spotlit: boolean;
  readonly alone: boolean;
  readonly onSpotlight: () => void;
  readonly onFirst: () => void;
  readonly onEnd: () => void;
  /** Called when this stream was dropped on another guest's. */
  readonly onDropped: (key: string) => void;
}

/** One guest's stream with name and actions. Dropping it on another one swaps them. */
export function MirrorTile({ guest, stream, spotlit, alone, onSpotlight, onFirst, onEnd, onDropped }: TileProps) {
  const { t } = useTexts();
  const [muted, setMuted] = useState(false);
  const { key, name, paused, reconnecting } = guest;
  const label = t('mirror.pictureOf', { name });
  const { offset, handlers } = useDrag(key, onDropped);
  const video = reconnecting ? `${styles.video} ${styles.stale}` : styles.video;
  const classes = [styles.tile, spotlit && styles.spotlit, !alone && styles.movable, offset && styles.held];
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      aria-label={name}
      data-drop={key}
      style={offset ? { translate: `${offset.x}px ${offset.y}px` } : undefined}
      {...(alone ? {} : handlers)}
    >
      {key === AIRPLAY.key ? (
        <AirplayPicture label={label} className={styles.video} />
      ) : (
        <Picture stream={stream} muted={muted} label={label} className={video} />
      )}
      <MediaOffNotice name={name} media={guest.media} />
      <div className={styles.caption}>
        <p className={styles.name}>
          {name}
          {reconnecting && (
            <span className={styles.condition}>
              <IconRefresh size={18} aria-hidden /> {t('mirror.reconnecting')}
            </span>
          )}
          {paused && (
            <span className={styles.condition}>
              <IconPlayerPause size={18} aria-hidden /> {t('mirror.paused')}
            </span>
          )}
          {muted && <IconMicrophoneOff size={18} aria-label={t('mirror.muted')} />}
        </p>
        <div className={styles.actions}>
          {guest.hasSound && (
            <Button aria-pressed={muted} onClick={() => setMuted(!muted)}>
              {muted ? <IconVolumeOff size={20} aria-hidden /> : <IconVolume size={20} aria-hidden />}
              {t('mirror.mute')}
            </Button>
          )}
          {!alone && (
            <>
              <Button aria-pressed={spotlit} onClick={onSpotlight}>
                {t('mirror.spotlight')}
              </Button>
              <Button onClick={onFirst}>{t('mirror.first')}</Button>
            </>
          )}
          <Button onClick={onEnd}>{t('mirror.end')}</Button>
        </div>
      </div>
    </li>
  );
}
