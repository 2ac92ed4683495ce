import type { GuestState } from '@berth/web/data/mirror/guest.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconPhoneOff } from '@tabler/icons-react';
import { Button } from '../../parts/button.tsx';
import { MediaOffNotice, Picture } from '../picture.tsx';
import { MediaControls } from './media-controls.tsx';
import styles from './outgoing.module.css';
import { endOutgoing, type Outgoing } from './outgoing.ts';

/** The state on the other machine, and a button to end it. */
export function OutgoingView({ outgoing }: { outgoing: Outgoing }) {
  const { t } = useTexts();
  const { wish, guest, state, own } = outgoing;
  const isOver = state.phase === 'over';
  const isCall = wish === 'call';
  return (
    <section className={styles.outgoing} aria-label={state.machine}>
      {isCall && state.remoteId !== null && (
        <div className={styles.other}>
          <Picture
            stream={guest.remote}
            muted={false}
            label={t('mirror.pictureOf', { name: state.machine })}
            className={styles.remote}
          />
          <MediaOffNotice name={state.machine} media={state.theirs} />
        </div>
      )}
      <p role="status" className={styles.status}>
        {statusOf(state, isCall, t)}
      </p>
      <div className={styles.buttons}>
        {own && !isOver && <MediaControls own={own} />}
        <Button onClick={endOutgoing}>
          {isCall && !isOver && <IconPhoneOff size={20} aria-hidden />}
          {t(isOver ? 'mirror.otherScreen.again' : isCall ? 'mirror.call.hangUp' : 'mirror.share.stop')}
        </Button>
      </div>
    </section>
  );
}

function statusOf(
  { phase, machine, reason, place, remoteId }: GuestState,
  isCall: boolean,
  t: ReturnType<typeof useTexts>['t'],
): string {
  if (phase === 'over') return t(`mirror.share.over.${reason ?? 'lost'}`);
  if (phase === 'connecting') return t('mirror.share.connecting');
  if (phase === 'waiting') return t(isCall ? 'mirror.call.rings' : 'mirror.share.waiting', { machine });
  if (phase === 'reconnecting') return t('mirror.share.reconnecting');
  if (isCall) return t(remoteId === null ? 'mirror.share.connecting' : 'mirror.call.with', { name: machine });
  if (!place) return t('mirror.share.sent');
  if (place.spotlight) return t('mirror.share.large', { machine });
  return t('mirror.share.shown', { machine, place: place.position + 1, count: place.count });
}
