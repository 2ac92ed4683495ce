import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
/** Timers stand still while the computer sleeps, and its clock may be corrected at any time. */
const LOOK_MS = 5_000;

/** The current time, updated every full minute, and soon after a jump of the clock. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const time = Date.now();
      setNow((shown) => (minuteOf(shown.getTime()) === minuteOf(time) ? shown : new Date(time)));
      timer = setTimeout(look, Math.min(LOOK_MS, MINUTE_MS - (time % MINUTE_MS) + 20));
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return now;
}

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS);
}
