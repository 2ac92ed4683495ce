import { useEffect, useState } from 'react';
import { customizationOf } from '../definition/appearance.ts';
import { dayTimeAt, PICTURES, pictureNumber } from '../definition/day-time.ts';
import { type Fields, fieldsAt, flagOf, pictureOf } from '../definition/fields.ts';
import { useMinute } from '../parts/use-minute.ts';
import { useSessionState } from '../state/session.ts';
import styles from './background.module.css';

/**
 * The organization's own picture, or a landscape of ours that suits the hour (spec chapter 2). One for all screens: it
 * stays from one to the next, so that nothing flashes in between.
 */
export default function Background() {
  const customization = customizationOf(fieldsAt(useSessionState(({ profile }) => profile?.definition)));
  const now = useMinute();
  const shown = useDecoded(ownBackground(customization) ?? landscape(now));
  const blurred = flagOf(customization, 'custom_background_blured', false);
  return (
    <div className={styles.background} aria-hidden="true">
      {shown && <img key={shown} className={blurred ? styles.blurred : styles.picture} src={shown} alt="" />}
    </div>
  );
}

function landscape(now: Date): string {
  const dayTime = dayTimeAt(now.getHours());
  return `/backgrounds/${dayTime}-${pictureNumber(now, PICTURES[dayTime]) + 1}.webp`;
}

/** The picture once it is ready to be painted; until then the one before, so that nothing flashes. */
function useDecoded(wanted: string): string | undefined {
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    let current = true;
    const picture = new Image();
    picture.src = wanted;
    picture.decode().then(
      () => current && setReady(wanted),
      // An own picture that is none leaves the one before.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return ready;
}

/** The organization's own picture behind everything; undefined for ours. */
function ownBackground(customization: Fields): string | undefined {
  return flagOf(customization, 'custom_background_enabled', false)
    ? pictureOf(customization, 'custom_background')
    : undefined;
}
