import type { ListedAuditEntry } from '@berth/contract/api/audit';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../organizations/queries.ts';
import { isUndoable, undo, undoingOf } from '../parts/undo.ts';
import styles from './audit.module.css';

/** The way back from a change in the log; where there is none, why not. Nothing for entries that change no setting. */
export function UndoEntry({ entry }: { readonly entry: ListedAuditEntry }): ReactNode {
  const { t } = useTexts();
  const undoing = undoingOf(entry);
  const mayUndo = useMay(undoing?.permission ?? 'audit.read');
  const [busy, during] = useBusy();
  const { data: holds, error } = useQuery({
    queryKey: ['audit.list', 'undo', entry.sequence],
    queryFn: () => undoing?.holds() ?? false,
    enabled: undoing !== undefined && mayUndo,
    retry: false,
  });
  if (!isUndoable(entry) || !mayUndo) return null;
  if (undoing && holds) {
    return (
      <div role="status">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
          loading={busy}
          onClick={() => void during(() => undo(undoing))}
        >
          {t('audit.undo')}
        </Button>
      </div>
    );
  }
  if (undoing && holds === undefined && !error) return null;
  return (
    <p className={styles.muted} role="status">
      {t(undoing === undefined ? 'audit.undo.unknown' : error ? 'audit.undo.gone' : 'audit.undo.changed')}
    </p>
  );
}
