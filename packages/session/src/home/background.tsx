import { useEffect, useState } from 'react';
import { useMinute } from '../parts/use-minute.ts';
import { useCustomization } from '../state/session.ts';
import styles from './background.module.css';
import { landscape } from './landscape.ts';

/**
 * The organization's own image, or a landscape for the time of day (spec chapter 2). Shared by all screens, so that
 * nothing flashes in between.
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

/** The image once decoded; until then the previous one, so that nothing flashes. */
function useDecoded(wanted: string): string | undefined {
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    let current = true;
    const picture = new Image();
    picture.src = wanted;
    picture.decode().then(
      () => current && setReady(wanted),
      // An invalid image keeps the previous one.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return ready;
}
