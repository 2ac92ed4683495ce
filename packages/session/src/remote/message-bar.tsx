import { useEffect } from 'react';
import { useSession, useSessionState } from '../state/session.ts';
import { OldestMessage, readMessage } from './message-notice.tsx';
import styles from './remote-notice.module.css';

/** A message above a screen where someone may be typing: a dialog would capture the next Enter. */
export default function MessageBar() {
  const session = useSession();
  const isBelow = useSessionState(({ remote }) => remote !== null);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const oldest = session.state.get().notifications.find(({ emergency }) => !emergency);
      if (!(event.ctrlKey && event.altKey && event.code === 'Space' && oldest)) return;
      event.preventDefault();
      event.stopPropagation();
      readMessage(session, oldest.id);
    }
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [session]);
  return (
    <div className={styles.over} data-below={isBelow || undefined}>
      <OldestMessage />
    </div>
  );
}
