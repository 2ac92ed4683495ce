import type { Drawing } from '@berth/web/board/canvas.tsx';
import { BoardCollaboration } from '@berth/web/board/collaboration.ts';
import { loadExcalidraw } from '@berth/web/board/excalidraw.ts';
import type { MirrorGuest } from '@berth/web/data/mirror/guest.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import styles from './share.module.css';

const Canvas = lazy(loadExcalidraw);

interface GuestBoardProps {
  readonly guest: MirrorGuest;
  readonly machine: string;
  /** False while reconnecting to the machine. */
  readonly connected: boolean;
  readonly onClose: () => void;
}

/**
 * The machine's whiteboard in a guest's browser. It is saved there, not here: closing it leaves nothing behind. What is
 * drawn while the machine is lost is sent after reconnecting.
 */
export default function GuestBoard({ guest, machine, connected, onClose }: GuestBoardProps): ReactNode {
  const { t } = useTexts();
  const drawing = useRef<Drawing>(undefined);
  const [collaboration] = useState(() => new BoardCollaboration(() => drawing.current));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!connected) return;
    let isOver = false;
    const fail = () => {
      if (!isOver) setFailed(true);
    };
    setFailed(false);
    guest.drawOn().then((peer) => {
      if (isOver) return peer.close();
      peer.listen(() => {}, fail);
      collaboration.join(peer);
    }, fail);
    return () => {
      isOver = true;
      collaboration.stop();
    };
  }, [guest, collaboration, connected]);
  return (
    <section className={styles.screen} aria-label={t('mirror.board.title', { machine })}>
      <header className={styles.bar}>
        <h2 className={styles.title}>{t('mirror.board.title', { machine })}</h2>
        {(failed || !connected) && (
          <p role="alert">{t(connected ? 'mirror.board.lost' : 'mirror.share.reconnecting')}</p>
        )}
        <Button variant="default" onClick={onClose}>
          {t('mirror.board.leave')}
        </Button>
      </header>
      <div className={styles.board}>
        <Suspense fallback={<p role="status">{t('common.loading')}</p>}>
          <Canvas
            scene={null}
            name={machine}
            onReady={(ready) => {
              drawing.current = ready;
            }}
            onChange={() => collaboration.changed()}
            onPoint={(point) => collaboration.point(point)}
            onEmpty={() => {}}
          />
        </Suspense>
      </div>
    </section>
  );
}
