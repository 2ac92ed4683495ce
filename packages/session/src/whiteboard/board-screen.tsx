import type { BoardSummary } from '@berth/contract/bridge/whiteboard';
import type { BoardCollaboration } from '@berth/web/board/collaboration.ts';
import { loadExcalidraw } from '@berth/web/board/excalidraw.ts';
import type { Scene } from '@berth/web/board/scene.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconArrowLeft, IconChevronDown, IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Message } from '../parts/message.tsx';
import { HOME_PATH } from '../paths.ts';
import { useMirrors } from '../state/session.ts';
import type { SaveState } from './autosave.ts';
import { BoardDocument } from './board-document.ts';
import { BoardMenu } from './board-menu.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { ShareBoardButton } from './share-board-button.tsx';
import styles from './whiteboard.module.css';

const Canvas = lazy(loadExcalidraw);

export interface BoardScreenProps {
  readonly bridge: Bridge;
  readonly board: BoardSummary;
  readonly boards: readonly BoardSummary[];
  readonly onOpen: (board: BoardSummary) => void;
  readonly onNew: () => void;
  readonly onSaved: (board: BoardSummary) => void;
  readonly onDeleted: (id: string) => void;
}

/** One board with autosave. */
export function BoardScreen({ bridge, board, boards, onOpen, onNew, onSaved, onDeleted }: BoardScreenProps) {
  const { t } = useTexts();
  const [name, setName] = useState(board.name);
  const [save, setSave] = useState<SaveState>('saved');
  const [isEmpty, setIsEmpty] = useState(true);
  const [menu, setMenu] = useState(false);
  /** Where the user wants to go although the board cannot be saved. */
  const [leaving, setLeaving] = useState<{ readonly go: () => void }>();
  const [collaboration, setCollaboration] = useState<BoardCollaboration>();
  const mirrors = useMirrors();
  const [picture, setPicture] = useState<Blob>();
  const [boardDocument] = useState(() => new BoardDocument(bridge, board, setSave, onSaved));
  const scene = useScene(boardDocument, !boards.some(({ id }) => id === board.id));
  useEffect(() => boardDocument.watchLeaving(), [boardDocument]);

  /** Leaves once everything is saved; asks if it cannot be: the board may be too large, or the disk full. */
  async function leave(go: () => void): Promise<void> {
    await boardDocument.autosave.flush();
    if (boardDocument.isSaved) go();
    else setLeaving({ go });
  }

  async function remove(): Promise<void> {
    boardDocument.autosave.drop();
    await bridge.call('delete_board', { id: board.id });
    onDeleted(board.id);
  }

  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <Button className={styles.tool} onClick={() => void leave(() => navigate(HOME_PATH))}>
          <IconArrowLeft size={20} aria-hidden />
          {t('whiteboard.home')}
        </Button>
        <div className={styles.menu}>
          <Button className={styles.tool} aria-expanded={menu} onClick={() => setMenu(!menu)}>
            <h1 className={styles.name}>{name}</h1>
            <IconChevronDown size={20} aria-hidden />
          </Button>
          {menu && (
            <BoardMenu
              name={name}
              others={boards.filter(({ id }) => id !== board.id)}
              onRename={(next) => {
                setName(next);
                boardDocument.rename(next);
              }}
              onOpen={(next) => void leave(() => onOpen(next))}
              onNew={() => void leave(onNew)}
              onDelete={remove}
              onClose={() => setMenu(false)}
            />
          )}
        </div>
        <span className={save === 'failed' ? styles.failed : styles.state} role="status">
          {t(`whiteboard.save.${save}`)}
        </span>
        {mirrors && <ShareBoardButton drawing={() => boardDocument.drawing} onShared={setCollaboration} />}
        <Button
          className={styles.tool}
          disabled={isEmpty}
          onClick={() => void boardDocument.drawing?.picture().then(setPicture)}
        >
          <IconPhoto size={20} aria-hidden />
          {t('whiteboard.picture')}
        </Button>
      </header>
      <main className={styles.board}>
        {scene.failed ? (
          <Message
            tone="bad"
            title={t('whiteboard.loadFailed')}
            action={{ label: t('common.retry'), run: scene.load }}
          />
        ) : (
          scene.value !== undefined && (
            <Suspense>
              <Canvas
                scene={scene.value}
                name={name}
                onReady={(drawing) => {
                  boardDocument.drawing = drawing;
                }}
                onChange={() => {
                  boardDocument.autosave.changed();
                  collaboration?.changed();
                }}
                onPoint={(point) => collaboration?.point(point)}
                onEmpty={setIsEmpty}
              />
            </Suspense>
          )
        )}
      </main>
      {leaving && (
        <ConfirmDialog
          title={t('whiteboard.leave.title')}
          text={t('whiteboard.leave.text', { name })}
          confirm={t('whiteboard.leave')}
          onConfirm={async () => {
            boardDocument.autosave.drop();
            leaving.go();
          }}
          onCancel={() => setLeaving(undefined)}
        />
      )}
      {picture && <PictureDialog picture={picture} onClose={() => setPicture(undefined)} />}
    </div>
  );
}

/** The saved scene of a board; null for a new one. */
function useScene(boardDocument: BoardDocument, isNew: boolean) {
  const [value, setValue] = useState<Scene | null | undefined>(isNew ? null : undefined);
  const [failed, setFailed] = useState(false);
  const wanted = value === undefined && !failed;
  useEffect(() => {
    if (wanted) boardDocument.load().then(setValue, () => setFailed(true));
  }, [boardDocument, wanted]);
  return { value, failed, load: () => setFailed(false) };
}
