import type { GuestState } from '@berth/web/data/mirror/guest.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useCallback } from 'react';
import styles from './share.module.css';

const COLUMNS_BY_COUNT = [1, 1, 2, 2, 2, 3, 3, 3, 3, 3];

/** The sent stream, and its position on the big screen, which the text above also says. */
export function Shown({ stream, state }: { stream: MediaStream | null; state: GuestState }): ReactNode {
  const { t } = useTexts();
  const { place, paused } = state;
  const play = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video && video.srcObject !== stream) video.srcObject = stream;
    },
    [stream],
  );
  return (
    <div className={styles.shown}>
      <video
        ref={play}
        className={paused ? `${styles.preview} ${styles.paused}` : styles.preview}
        autoPlay
        playsInline
        muted
        aria-label={t('mirror.share.preview')}
      >
        <track kind="captions" />
      </video>
      {place && place.count > 1 && !place.spotlight && (
        <div className={styles.plan} style={{ '--columns': COLUMNS_BY_COUNT[place.count] ?? 1 }} aria-hidden>
          {Array.from({ length: place.count }, (_, index) => index).map((each) => (
            <span key={each} className={each === place.position ? styles.own : styles.other} />
          ))}
        </div>
      )}
    </div>
  );
}
