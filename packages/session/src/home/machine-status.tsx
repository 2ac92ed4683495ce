import { useTexts } from '@berth/web/i18n/store.ts';
import { useSessionState } from '../state/session.ts';
import { Glyph } from '../ui/glyph.tsx';
import styles from './status-bar.module.css';

/** Shows installations and a required reboot; nothing in normal operation (spec chapter 4). */
export function MachineStatus() {
  const { t, percent } = useTexts();
  const status = useSessionState((state) => state.status.status);
  const message = useSessionState((state) => state.status.message);
  const done = shareOf(message);
  return (
    <p className={styles.status} role="status" title={message || undefined}>
      {status !== 'normal' && (
        <>
          <Glyph name={status === 'updating' ? 'rotate-clockwise-2' : 'refresh'} />
          <span className={styles.words}>{t(`session.status.${status}`)}</span>
          <span>{done !== undefined && percent(done)}</span>
        </>
      )}
    </p>
  );
}

// The progress of an update, if the agent reports it: the text is apt's, the number needs no translation.
function shareOf(message: string): number | undefined {
  const [, percent] = /(\d+) %$/.exec(message) ?? [];
  return percent === undefined ? undefined : Number(percent) / 100;
}
