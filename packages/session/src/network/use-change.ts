import { useState } from 'react';

interface Change {
  readonly working: boolean;
  readonly failed: boolean;
  /** Runs a change; `onDone` only follows a success. */
  readonly run: (change: () => Promise<unknown>, onDone: () => void) => Promise<void>;
}

/** One network change at a time, and whether the last one failed. */
export function useChange(): Change {
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');
  return {
    working: state === 'working',
    failed: state === 'failed',
    async run(change, onDone) {
      setState('working');
      try {
        await change();
        setState('idle');
        onDone();
      } catch {
        setState('failed');
      }
    },
  };
}
