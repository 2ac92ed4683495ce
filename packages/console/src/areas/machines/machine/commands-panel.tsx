import type { Command } from '@berth/contract/api/commands';
import { cancelCommand } from '@berth/contract/api/machine-actions';
import { listMachineCommands } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, reload } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { useMay } from '../../organizations/queries.ts';
import { CommandState } from '../../parts/command-state.tsx';
import { LoadError } from '../../parts/loading.tsx';
import { personName } from '../../parts/person-name.ts';
import { useNow } from '../../parts/use-now.ts';
import styles from './list-panel.module.css';

/** Number of shown commands, and their polling interval: a command takes seconds. */
const SHOWN = 20;
const POLL_MS = 2_000;

/** The latest commands of a machine with sender and result. */
export function CommandsPanel({ machineId }: { readonly machineId: MachineId }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    ...read(listMachineCommands, { params: { id: machineId }, query: { limit: SHOWN } }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title={t('console.commands.title')} flush>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles.padded} aria-busy="true">
          <SkeletonLines count={3} />
        </div>
      )}
      {data?.length === 0 && <p className={styles.padded}>{t('console.commands.empty')}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((command) => (
            <CommandRow key={command.id} command={command} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** One command: name, result, sender and time. */
export function CommandRow({ command }: { readonly command: Command }): ReactNode {
  const { t, dateTime, relative } = useTexts();
  const now = useNow();
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={styles.first}>{t(`console.command.${command.type}`)}</span>
        <Result command={command} />
      </span>
      <span className={styles.state}>
        <CommandState command={command} />
        {command.readAt && <time dateTime={command.readAt}>{dateTime(command.readAt)}</time>}
        {command.state === 'queued' && <CancelButton command={command} />}
      </span>
      <span className={styles.aside}>
        {personName(t, command.author)}
        <time dateTime={command.createdAt} title={dateTime(command.createdAt)}>
          {relative(command.createdAt, now)}
        </time>
      </span>
    </li>
  );
}

/** The machine's output; expandable if longer than a line. */
function Result({ command: { result, type } }: { readonly command: Command }): ReactNode {
  const { t } = useTexts();
  if (result === null || result === '') return null;
  if (type !== 'shell' && result.length < 200) return <span className={styles.second}>{result}</span>;
  return (
    <details className={styles.details}>
      <summary>{t('machines.command.output')}</summary>
      <pre className={styles.output}>{result}</pre>
    </details>
  );
}

/** Cancels a command that was not delivered yet. */
function CancelButton({ command }: { readonly command: Command }): ReactNode {
  const { t } = useTexts();
  const mayCommand = useMay('machine.command');
  const [busy, during] = useBusy();
  if (!mayCommand) return null;
  const cancel = async () => {
    const params = { id: command.machineId, commandId: command.id };
    await during(() => call(cancelCommand, { params })).catch(showError);
    await reload(listMachineCommands);
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={busy}
      aria-label={t('machines.command.cancelOf', { command: t(`console.command.${command.type}`) })}
      onClick={() => void cancel()}
    >
      {t('machines.command.cancel')}
    </Button>
  );
}
