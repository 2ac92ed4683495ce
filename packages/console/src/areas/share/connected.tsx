import type { GuestState, MirrorGuest } from '@berth/web/data/mirror/guest.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import styles from './share.module.css';

const GuestBoard = lazy(() => import('./guest-board.tsx'));

interface ConnectedProps {
  readonly guest: MirrorGuest;
  readonly state: GuestState;
  readonly onAgain: () => void;
}

/** From joining to leaving: the connection's state, and the guest's actions. */
export function Connected({ guest, state, onAgain }: ConnectedProps): ReactNode {
  const { t } = useTexts();
  const [draws, setDraws] = useState(false);
  const [refused, setRefused] = useState(false);
  const { phase, machine, reason, sharing, paused } = state;
  // Mobile browsers have no screen capture.
  const hasScreen = 'getDisplayMedia' in (navigator.mediaDevices ?? {});

  async function share(source: 'screen' | 'camera'): Promise<void> {
    setRefused(false);
    try {
      guest.share(await capture(source));
    } catch {
      setRefused(true);
    }
  }

  if (phase === 'over') {
    return (
      <div className={styles.stack}>
        <Notice tone={reason === 'left' ? 'info' : 'warn'}>{t(`mirror.share.over.${reason ?? 'lost'}`)}</Notice>
        <Button size="md" fullWidth onClick={onAgain}>
          {t('mirror.share.again')}
        </Button>
      </div>
    );
  }
  if (draws && state.board) {
    return (
      <Suspense fallback={<p role="status">{t('common.loading')}</p>}>
        <GuestBoard guest={guest} machine={machine} connected={phase === 'welcome'} onClose={() => setDraws(false)} />
      </Suspense>
    );
  }
  const isIn = phase === 'welcome' || phase === 'reconnecting';
  return (
    <div className={styles.stack}>
      <p role="status" className={styles.status}>
        {statusOf(state, t)}
      </p>
      {refused && <Notice tone="warn">{t('mirror.share.notAllowed')}</Notice>}
      {sharing && <Shown stream={guest.stream} state={state} />}
      {isIn && state.board && (
        <Button size="md" fullWidth onClick={() => setDraws(true)}>
          {t('mirror.board.open')}
        </Button>
      )}
      {isIn && hasScreen && (
        <Button size="md" fullWidth variant={sharing ? 'default' : 'filled'} onClick={() => void share('screen')}>
          {t(sharing ? 'mirror.share.other' : 'mirror.share.choose')}
        </Button>
      )}
      {isIn && !sharing && (
        <Button size="md" fullWidth variant={hasScreen ? 'default' : 'filled'} onClick={() => void share('camera')}>
          {t('mirror.share.camera')}
        </Button>
      )}
      {sharing && (
        <>
          <Button size="md" fullWidth onClick={() => void guest.pause(!paused)}>
            {t(paused ? 'mirror.share.resume' : 'mirror.share.pause')}
          </Button>
          <Button size="md" fullWidth variant="default" onClick={() => guest.unshare()}>
            {t('mirror.share.stop')}
          </Button>
        </>
      )}
      <Button size="md" fullWidth variant="subtle" onClick={() => guest.leave()}>
        {t('mirror.share.leave')}
      </Button>
      {isIn && sharing && <p className={styles.machine}>{t('mirror.share.connected', { machine })}</p>}
    </div>
  );
}

function statusOf({ phase, machine, sharing, paused, place }: GuestState, t: ReturnType<typeof useTexts>['t']): string {
  if (phase === 'connecting') return t('mirror.share.connecting');
  if (phase === 'waiting') return t('mirror.share.waiting', { machine });
  if (phase === 'reconnecting') return t('mirror.share.reconnecting');
  if (!sharing) return t('mirror.share.connected', { machine });
  if (paused) return t('mirror.share.isPaused', { machine });
  if (!place) return t('mirror.share.sent');
  if (place.spotlight) return t('mirror.share.large', { machine });
  return t('mirror.share.shown', { machine, place: place.position + 1, count: place.count });
}

/** 1080p is a big screen's resolution; text stays sharp at a lower frame rate. */
function capture(source: 'screen' | 'camera'): Promise<MediaStream> {
  if (source === 'camera') return navigator.mediaDevices.getUserMedia({ video: true, audio: true });
  const video = { frameRate: { ideal: 30 }, width: { max: 1920 }, height: { max: 1080 } };
  return navigator.mediaDevices.getDisplayMedia({ video, audio: true });
}

const COLUMNS_BY_COUNT = [1, 1, 2, 2, 2, 3, 3, 3, 3, 3];

/** The sent stream, and its position on the big screen, which the text above also says. */
function Shown({ stream, state }: { stream: MediaStream | null; state: GuestState }): ReactNode {
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
