import { BoardCollaboration, type SharedDrawing } from '@berth/web/board/collaboration.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconUsers } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useSessionState } from '../state/session.ts';
import { sharedBoard } from '../state/shared-board.ts';
import styles from './share-board.module.css';

const JoinGuide = lazy(() => import('./join-guide.tsx'));

interface ShareBoardButtonProps {
  readonly drawing: () => SharedDrawing | undefined;
  /** Called with the board's collaboration while it is shared. */
  readonly onShared: (collaboration: BoardCollaboration | undefined) => void;
}

/** Shares this board with guests' browsers, and shows how to join and how many have. */
export function ShareBoardButton({ drawing, onShared }: ShareBoardButtonProps) {
  const { t } = useTexts();
  const [shared, setShared] = useState<BoardCollaboration>();
  const name = useSessionState(({ config }) => config?.machine_name ?? '');
  const [people, setPeople] = useState(0);
  useEffect(() => {
    if (!shared) return;
    sharedBoard.set(shared);
    return () => {
      sharedBoard.set(null);
      shared.stop();
    };
  }, [shared]);

  function toggle(): void {
    const next = shared ? undefined : new BoardCollaboration(drawing, setPeople, name);
    setPeople(0);
    setShared(next);
    onShared(next);
  }

  return (
    <>
      <span className={styles.people} role="status">
        {shared && t('whiteboard.guests.people', { count: people })}
      </span>
      <Button className={styles.tool} aria-pressed={shared !== undefined} onClick={toggle}>
        <IconUsers size={20} aria-hidden />
        {t('whiteboard.guests')}
      </Button>
      {shared && people === 0 && (
        <Suspense>
          <JoinGuide />
        </Suspense>
      )}
    </>
  );
}
