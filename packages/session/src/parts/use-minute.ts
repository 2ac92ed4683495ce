import { useEffect, useState } from 'react';

/** The current time, updated every full minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 60_000 - (Date.now() % 60_000) + 20);
    return () => clearTimeout(timer);
  });
  return now;
}
