import { useEffect } from 'react';
import { navigate } from '../navigation.ts';
import { SCREENSAVER_PATH } from '../paths.ts';
import { useDefinition, useSession } from '../state/session.ts';

/** Shows the screensaver after idle time (spec chapter 4). */
export default function IdleWatch() {
  const { bridge } = useSession();
  const screensaver = useDefinition()?.thinhoc.screensaver;
  const showAfterMs = screensaver?.enabled ? screensaver.show_after * 1_000 : undefined;
  const toFront = screensaver?.bring_to_foreground;
  useEffect(() => {
    if (!bridge || showAfterMs === undefined) return;
    const waited = showAfterMs;
    let timer: ReturnType<typeof setTimeout>;
    async function check(): Promise<void> {
      // An agent that does not respond cannot report idle time.
      const idle = await bridge?.call('get_idle_time', {}).catch(() => 0);
      if ((idle ?? 0) < waited) {
        timer = setTimeout(() => void check(), waited - (idle ?? 0));
        return;
      }
      if (toFront) await bridge?.call('show_home', {}).catch(() => {});
      navigate(SCREENSAVER_PATH);
    }
    timer = setTimeout(() => void check(), waited);
    return () => clearTimeout(timer);
  }, [bridge, showAfterMs, toFront]);
  return null;
}
