import {
  type DebugFile,
  deleteDebugFile,
  listDebugFiles,
  readDebugFile,
  requestDebugFile,
} from '@berth/contract/api/debug-files';
import { listMachineCommands } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, reload } from '../../../data/query.ts';
import { saveReply } from '../../../data/save-file.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { confirm } from '../../dialogs/confirm.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { useMay } from '../../organizations/queries.ts';
import { LoadError } from '../../parts/loading.tsx';
import { RowAction } from '../../parts/simple-table.tsx';
import { toast } from '../../parts/toast.ts';
import styles from './list-panel.module.css';

/** Polling interval: a requested file arrives later. */
const POLL_MS = 5_000;

/** The debug files of a machine. */
export function DebugFilesPanel({ machineId }: { readonly machineId: MachineId }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    ...read(listDebugFiles, { params: { id: machineId } }),
    refetchInterval: POLL_MS,
  });
  const request = async () => {
    try {
      await call(requestDebugFile, { params: { id: machineId } });
      toast(({ t }) => t('machines.files.requested'));
    } catch (error) {
      await showError(error);
    }
    await reload(listMachineCommands);
  };
  return (
    <Panel
      title={t('machines.files.title')}
      flush
      actions={
        <Button variant="subtle" size="compact-sm" onClick={() => void request()}>
          {t('machines.files.request')}
        </Button>
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles.padded} aria-busy="true">
          <SkeletonLines count={2} />
        </div>
      )}
      {data?.length === 0 && <p className={styles.padded}>{t('machines.files.empty')}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((file) => (
            <FileRow key={file.id} machineId={machineId} file={file} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function FileRow({ machineId, file }: { readonly machineId: MachineId; readonly file: DebugFile }): ReactNode {
  const { t, dateTime, bytes } = useTexts();
  const mayDelete = useMay('machine.write');
  const params = { id: machineId, fileId: file.id };
  const remove = async () => {
    const sure = await confirm(({ t }) => ({
      title: t('machines.files.delete.title'),
      message: t('machines.files.delete.message'),
      yes: t('common.delete'),
      danger: true,
    }));
    if (!sure) return;
    try {
      await call(deleteDebugFile, { params });
      toast(({ t }) => t('console.deleted', { name: file.name }));
    } catch (error) {
      await showError(error);
    }
    await reload(listDebugFiles);
  };
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={styles.message}>{file.name}</span>
      </span>
      <span className={styles.second}>
        {bytes(file.bytes)} · <time dateTime={file.createdAt}>{dateTime(file.createdAt)}</time>
      </span>
      <span className={styles.buttons}>
        <RowAction
          icon={IconDownload}
          label={t('machines.files.download', { name: file.name })}
          onClick={() => void saveReply(readDebugFile, { params }).catch(showError)}
        />
        {mayDelete && (
          <RowAction
            icon={IconTrash}
            label={t('machines.files.delete', { name: file.name })}
            onClick={() => void remove()}
          />
        )}
      </span>
    </li>
  );
}
