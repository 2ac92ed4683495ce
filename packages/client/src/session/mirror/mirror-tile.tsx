import { useCallback } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { Button } from '../parts/button.tsx';
import type { Guest } from './host-state.ts';
import styles from './mirror-tile.module.css';

interface TileProps {
  readonly guest: Guest;
  readonly stream: MediaStream | null;
  readonly spotlit: boolean;
  readonly alone: boolean;
  readonly onSpotlight: () => void;
  readonly onFirst: () => void;
  readonly onEnd: () => void;
  /** Another guest's picture was dropped on this one. */
  readonly onDropped: (key: string) => void;
}

/** One guest's picture, whose it is, and what can be done with it. Dragged onto another one they change places. */
export function MirrorTile({ guest, stream, spotlit, alone, onSpotlight, onFirst, onEnd, onDropped }: TileProps) {
  const { t } = useTexts();
  const play = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video && video.srcObject !== stream) video.srcObject = stream;
    },
    [stream],
  );
  const { key, name, paused } = guest;
  return (
    <li
      className={spotlit ? `${styles.tile} ${styles.spotlit}` : styles.tile}
      aria-label={name}
      draggable={!alone}
      onDragStart={({ dataTransfer }) => dataTransfer.setData('text/plain', key)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropped(event.dataTransfer.getData('text/plain'));
      }}
    >
      <video ref={play} className={styles.video} autoPlay playsInline aria-label={t('mirror.pictureOf', { name })}>
        <track kind="captions" />
      </video>
      <div className={styles.caption}>
        <p>
          {name}
          {paused && <span className={styles.paused}> · {t('mirror.paused')}</span>}
        </p>
        <div className={styles.actions}>
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
