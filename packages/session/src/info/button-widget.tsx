import { FAILURE_SHOWN_MS } from '@berth/contract/limits';
import type { ButtonWidget as ButtonSettings } from '@berth/contract/profile/widgets';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconAlertTriangle, IconCheck, IconSettings } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { BridgeError } from '../bridge/bridge.ts';
import { softHyphens } from '../lib/soft-hyphens.ts';
import { Button } from '../parts/button.tsx';
import { useSession } from '../state/session.ts';
import styles from './widget.module.css';

interface ButtonWidgetProps {
  readonly layout: number;
  readonly item: string;
  readonly settings: Pick<ButtonSettings, 'text' | 'icon'>;
}

/** Letters of a word that may break: a button can be much narrower than a tile. */
const LONG = 10;

/** Asks the agent to run the button's action. The page sends the button's ID; its action is in the agent's profile. */
export function ButtonWidget({ layout, item, settings: { text, icon } }: ButtonWidgetProps) {
  const { t } = useTexts();
  const { bridge, state: store } = useSession();
  const [state, setState] = useState<'idle' | 'running' | 'done' | 'failed'>('idle');
  const isOver = state === 'done' || state === 'failed';
  useEffect(() => {
    if (!isOver) return;
    // The next person must not take it for their own press.
    const timer = setTimeout(() => setState('idle'), FAILURE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isOver]);

  async function press(): Promise<void> {
    if (!bridge) return;
    setState('running');
    const failure = await bridge.call('press_button', { layout, item }).then(
      (outcome) => outcome.failure,
      (error) => (error instanceof BridgeError ? error.code : 'unknown'),
    );
    setState(failure === null ? 'done' : 'failed');
    store.set({ refused: failure === null ? null : { of: 'button', title: text, failure } });
  }

  return (
    <Button kind="primary" className={styles.button} disabled={state === 'running'} onClick={() => void press()}>
      {state === 'done' && <IconCheck size={20} aria-hidden />}
      {state === 'failed' && <IconAlertTriangle size={20} aria-hidden />}
      {(state === 'idle' || state === 'running') && icon === 'cogs' && <IconSettings size={20} aria-hidden />}
      <span className={styles.label} title={text}>
        {softHyphens(text, LONG)}
      </span>
      <span className="visually-hidden" role="status">
        {state === 'done' && t('session.button.done')}
      </span>
    </Button>
  );
}
