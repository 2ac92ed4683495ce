import { DEBUG_DIALOG_PRESSES, TERMINAL_PRESSES } from '@berth/contract/limits';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { createPressCounter } from '@berth/web/lib/timing.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';

const DebugDialog = lazy(async () => {
  await loadTexts(['screens']);
  return import('./debug-dialog.tsx');
});

/** The hidden key combinations of spec chapter 2: debug dialog, terminal, and the administrators' login screen. */
export function KeyChords() {
  const { bridge } = useSession();
  const [debugging, setDebugging] = useState(false);
  useEffect(() => {
    if (!bridge) return;
    const terminal = createPressCounter(TERMINAL_PRESSES);
    const debug = createPressCounter(DEBUG_DIALOG_PRESSES);
    function onKeyDown(event: KeyboardEvent): void {
      // Logs out, like the same keys in any other window, which shows the greeter.
      if (event.ctrlKey && event.altKey && event.key === 'Backspace') bridge?.call('log_out', {}).catch(() => {});
      if (!(event.ctrlKey || event.metaKey) || event.repeat) return;
      const key = letterOf(event);
      if (key !== TERMINAL_PRESSES.key && key !== DEBUG_DIALOG_PRESSES.key) return;
      // The browser's own functions of these keys (address bar, page source) must not run on a machine.
      event.preventDefault();
      // A machine without a terminal, or with a veto, returns an error: the keys then do nothing.
      if (key === TERMINAL_PRESSES.key && terminal(event.timeStamp)) bridge?.call('open_terminal', {}).catch(() => {});
      if (key === DEBUG_DIALOG_PRESSES.key && debug(event.timeStamp)) setDebugging(true);
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [bridge]);
  return debugging ? (
    <Suspense>
      <DebugDialog onClose={() => setDebugging(false)} />
    </Suspense>
  ) : null;
}

/** The key's Latin letter, or that of its place on a keyboard whose layout has none. */
function letterOf({ key, code }: KeyboardEvent): string {
  const typed = key.toLowerCase();
  return /^[\x20-\x7e]/.test(typed) ? typed : code.replace(/^Key/, '').toLowerCase();
}
