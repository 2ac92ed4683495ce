import type { BoardSummary } from '@berth/contract/bridge/whiteboard';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useZone } from '../time-zone/use-zone.ts';
import styles from './whiteboard.module.css';

interface BoardMenuProps {
  readonly name: string;
  readonly others: readonly BoardSummary[];
  readonly onRename: (name: string) => void;
  readonly onOpen: (board: BoardSummary) => void;
  readonly onNew: () => void;
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
}

/** The board's name, the other boards, a new one, and deletion. */
export function BoardMenu({ name, others, onRename, onOpen, onNew, onDelete, onClose }: BoardMenuProps) {
  const { t, dateTime } = useTexts();
  const zone = useZone();
  const [typed, setTyped] = useState(name);
  const [deleting, setDeleting] = useState(false);
  if (deleting) {
    return (
      <ConfirmDialog
        title={t('whiteboard.delete.title', { name })}
        text={t('whiteboard.delete.text')}
        confirm={t('whiteboard.delete')}
        onConfirm={onDelete}
        onCancel={() => setDeleting(false)}
      />
    );
  }

  function rename(): void {
    const next = typed.trim();
    if (next !== '' && next !== name) onRename(next);
  }

  function close(): void {
    rename();
    onClose();
  }

  /** Leaves for another board; this one keeps the typed name. */
  function leave(go: () => void): void {
    rename();
    go();
  }

  return (
    <Dialog
      title={t('whiteboard.boards')}
      onClose={close}
      actions={
        <>
          <Button onClick={() => setDeleting(true)}>
            <IconTrash size={20} aria-hidden />
            {t('whiteboard.delete')}
          </Button>
          <Button onClick={() => leave(onNew)}>
            <IconPlus size={20} aria-hidden />
            {t('whiteboard.new')}
          </Button>
          <Button kind="primary" className={styles.done} onClick={close}>
            {t('screens.done')}
          </Button>
        </>
      }
    >
      <Field label={t('whiteboard.name')} value={typed} maxLength={128} onChange={setTyped} />
      {others.length > 0 && (
        <ul className={styles.list}>
          {others.map((board) => (
            <li key={board.id}>
              <Button className={styles.entry} onClick={() => leave(() => onOpen(board))}>
                <span className={styles.boardName}>{board.name}</span>
                <span className={styles.changed}>{dateTime(board.changedAt, zone)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
