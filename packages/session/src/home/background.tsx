import { useEffect, useState } from 'react';
import { useMinute } from '../parts/use-minute.ts';
import { useCustomization } from '../state/session.ts';
import styles from './background.module.css';

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

/** Spec chapter 2, background images by hour: night 21-5, morning 6-9, day 10-17, evening 18-20. */
export type DayTime = 'night' | 'morning' | 'day' | 'evening';

/** Number of images in each set: public/backgrounds/<day time>-<1…>.webp. */
export const PICTURES: Readonly<Record<DayTime, number>> = { night: 4, morning: 3, day: 4, evening: 3 };

/** The URL of the product's own image for a time. */
function landscape(now: Date): string {
  const dayTime = dayTimeAt(now.getHours());
  return `/backgrounds/${dayTime}-${pictureNumber(now, PICTURES[dayTime]) + 1}.webp`;
}

export function dayTimeAt(hour: number): DayTime {
  if (hour >= 21 || hour <= 5) return 'night';
  if (hour <= 9) return 'morning';
  return hour <= 17 ? 'day' : 'evening';
}

/** The number of the image in a set: a new one each day. A night belongs to the day it started on. */
export function pictureNumber(now: Date, count: number): number {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (now.getHours() <= 5 ? 1 : 0), 12);
  return Math.floor(day.getTime() / 86_400_000) % count;
}
