import { useEffect, useState } from 'react';
import { useMinute } from '../parts/use-minute.ts';
import { useCustomization } from '../state/session.ts';
import styles from './background.module.css';
import { landscape } from './landscape.ts';

/**
 * The organization's own picture, or a landscape of ours that suits the hour (spec chapter 2). One for all screens: it
 * stays from one to the next, so that nothing flashes in between.
 */
export default function Background() {
  const customization = useCustomization();
  const now = useMinute();
  const own = customization?.custom_background_enabled ? customization.custom_background : undefined;
  const shown = useDecoded(own ?? landscape(now));
  const blurred = customization?.custom_background_blured;
  return (
    <div className={styles.background} aria-hidden="true">
      {shown && <img key={shown} className={blurred ? styles.blurred : styles.picture} src={shown} alt="" />}
    </div>
  );
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
