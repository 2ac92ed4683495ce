import type { BoardSummary } from '@berth/contract/bridge/whiteboard';
import { loadExcalidraw } from '@berth/web/board/excalidraw.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { HOME_PATH } from '../paths.ts';
import { useSession } from '../state/session.ts';
import { BoardScreen } from './board-screen.tsx';
import styles from './whiteboard.module.css';

/** The whiteboard (spec chapters 1 and 6): on a machine only, whose agent stores the boards. */
export default function Whiteboard() {
  const { t } = useTexts();
  const { bridge } = useSession();
  if (bridge) return <LoadBoards bridge={bridge} />;
  return (
    <Page title={t('session.app.whiteboard')}>
      <p role="alert">{t('whiteboard.onlyOnDevice')}</p>
      <Button kind="primary" autoFocus onClick={() => navigate(HOME_PATH, 'replace')}>
        {t('screens.notHere.back')}
      </Button>
    </Page>
  );
}

function LoadBoards({ bridge }: { bridge: Bridge }) {
  const { t } = useTexts();
  const [boards, setBoards] = useState<readonly BoardSummary[]>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return;
    Promise.all([bridge.call('list_boards', {}), loadExcalidraw()]).then(
      ([found]) => setBoards(found),
      () => setFailed(true),
    );
  }, [bridge, failed]);
  if (failed) {
    const action = { label: t('common.retry'), run: () => setFailed(false) };
    return <Message tone="bad" title={t('whiteboard.loadFailed')} action={action} />;
  }
  if (!boards) return <div className={styles.loading} role="status" aria-label={t('common.loading')} />;
  return <Boards bridge={bridge} loaded={boards} />;
}

/** One board at a time: the one changed last, or an empty first one. */
function Boards({ bridge, loaded }: { bridge: Bridge; loaded: readonly BoardSummary[] }) {
  const { t } = useTexts();
  const [boards, setBoards] = useState(loaded);
  const [current, setCurrent] = useState(() => loaded[0] ?? newBoard(loaded));

  function newBoard(others: readonly BoardSummary[]): BoardSummary {
    const names = new Set(others.map(({ name }) => name));
    let number = others.length + 1;
    while (names.has(t('whiteboard.unnamed', { number }))) number += 1;
    return {
      id: crypto.randomUUID(),
      name: t('whiteboard.unnamed', { number }),
      changedAt: new Date().toISOString(),
    };
  }

  return (
    <BoardScreen
      key={current.id}
      bridge={bridge}
      board={current}
      boards={boards}
      onOpen={setCurrent}
      onNew={() => setCurrent(newBoard(boards))}
      onSaved={(saved) => setBoards((known) => [saved, ...known.filter(({ id }) => id !== saved.id)])}
      onDeleted={(deleted) => {
        const left = boards.filter(({ id }) => id !== deleted);
        setBoards(left);
        setCurrent(left[0] ?? newBoard(left));
      }}
    />
  );
}
