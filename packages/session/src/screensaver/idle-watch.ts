import { useEffect } from 'react';
import { fieldsAt } from '../definition/fields.ts';
import { screensaverOf } from '../definition/screensaver.ts';
import { navigate } from '../navigation.ts';
import { SCREENSAVER_PATH } from '../paths.ts';
import { useSession, useSessionState } from '../state/session.ts';

/** Shows the screensaver once nobody has touched the machine for long enough (spec chapter 4). */
export default function IdleWatch() {
  const { bridge } = useSession();
  const definition = useSessionState(({ profile }) => profile?.definition);
  const { enabled, showAfterMs, toFront } = screensaverOf(fieldsAt(definition));
  useEffect(() => {
    if (!bridge || !enabled) return;
    let timer: ReturnType<typeof setTimeout>;
    async function check(): Promise<void> {
      // An agent that does not answer cannot say that nobody is there.
      const idle = await bridge?.call('get_idle_time', {}).catch(() => 0);
      if ((idle ?? 0) < showAfterMs) {
        timer = setTimeout(() => void check(), showAfterMs - (idle ?? 0));
        return;
      }
      if (toFront) await bridge?.call('show_home', {}).catch(() => {});
      navigate(SCREENSAVER_PATH);
    }
    timer = setTimeout(() => void check(), showAfterMs);
    return () => clearTimeout(timer);
  }, [bridge, enabled, showAfterMs, toFront]);
  return null;
}
