import { Button, useComputedColorScheme } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Drawing } from '../../board/canvas.tsx';
import { loadExcalidraw } from '../../board/excalidraw.ts';
import { Together } from '../../board/together.ts';
import type { MirrorGuest } from '../../data/mirror/guest.ts';
import { useTexts } from '../../i18n/store.ts';
import styles from './guest-board.module.css';

const Canvas = lazy(loadExcalidraw);

interface GuestBoardProps {
  readonly guest: MirrorGuest;
  readonly machine: string;
  readonly onClose: () => void;
}

/** The machine's whiteboard in a guest's browser. It is kept there, not here: closing it leaves nothing behind. */
export default function GuestBoard({ guest, machine, onClose }: GuestBoardProps): ReactNode {
  const { t } = useTexts();
  const isDark = useComputedColorScheme() === 'dark';
  const drawing = useRef<Drawing>(undefined);
  const [together] = useState(() => new Together(() => drawing.current));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    guest.drawOn().then(
      (peer) => {
        if (isOver) return peer.close();
        peer.listen(
          () => {},
          () => setFailed(true),
        );
        together.join(peer);
      },
      () => setFailed(true),
    );
    return () => {
      isOver = true;
      together.stop();
    };
  }, [guest, together]);
  return (
    <section className={styles.screen} aria-label={t('mirror.board.title', { machine })}>
      <header className={styles.bar}>
        <h2 className={styles.title}>{t('mirror.board.title', { machine })}</h2>
        {failed && <p role="alert">{t('mirror.board.lost')}</p>}
        <Button variant="default" onClick={onClose}>
          {t('mirror.board.leave')}
        </Button>
      </header>
      <div className={styles.board}>
        <Suspense fallback={<p role="status">{t('common.loading')}</p>}>
          <Canvas
            scene={null}
            name={machine}
            isDark={isDark}
            onReady={(ready) => {
              drawing.current = ready;
            }}
            onChange={() => together.changed()}
            onPoint={(point) => together.point(point)}
            onEmpty={() => {}}
          />
        </Suspense>
      </div>
    </section>
  );
}
