import {
  type CommandBatch,
  cancelBatch,
  listBatchCommands,
  readBatch,
  sendBatch,
} from '@berth/contract/api/command-batches';
import type { ReplyOf } from '@berth/contract/api/endpoint';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { queryClient, queryKey, read } from '../../../data/query.ts';
import { Status } from '../../../ui/status.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { useMay } from '../../organizations/queries.ts';
import { toast } from '../../parts/toast.ts';
import styles from './batch-progress.module.css';
import { dismissBatch, openOf, useWatchedBatches, type Watched, watchBatch } from './batches.ts';

const POLL_MS = 1_000;
/** Messages that were delivered are read in minutes rather than in seconds. */
const READ_POLL_MS = 5_000;
/** Maximum number of failed machines listed by name. */
const NAMED = 5;

/** The progress of batches sent from here, or in progress when the page was opened, in the corner. */
export function BatchProgress({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(true);
  const shown = useWatchedBatches(orgId);
  if (shown.length === 0) return null;
  const Icon = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <section aria-label={t('machines.progress.label')} className={styles.tray}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('machines.progress.label')}</h2>
        <ActionIcon
          variant="subtle"
          size={28}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'machines.progress.collapse' : 'machines.progress.expand')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </header>
      {isOpen && (
        <div className={styles.jobs}>
          {shown.toReversed().map(({ id }) => (
            <Batch key={id} orgId={orgId} id={id} />
          ))}
        </div>
      )}
    </section>
  );
}

function Batch({ orgId, id }: Watched): ReactNode {
  const { t } = useTexts();
  const mayCommand = useMay('machine.command');
  const params = { orgId, batchId: id };
  const { data } = useQuery({
    ...read(readBatch, { params }),
    refetchInterval: ({ state }) => pollOf(state.data),
  });
  if (!data) return null;
  const { states, total, missing, skipped, read: readCount } = data;
  const open = openOf(data);
  const meant = total - skipped;
  const done = states.succeeded;
  const isMessage = data.type === 'notify';
  const undone = states.failed + states.expired + states.cancelled;
  const cancel = async () => {
    const after = await call(cancelBatch, { params }).catch(showError);
    if (!after) return;
    queryClient.setQueryData(queryKey(readBatch, { params }), after);
    // The machines may have finished before the click.
    const count = after.states.cancelled - states.cancelled;
    toast((texts) => texts.t('machines.progress.cancel.done', { count }));
  };
  const notes = (['expired', 'cancelled'] as const).filter((state) => states[state] > 0);
  return (
    <div className={styles.batch}>
      <strong className={styles.name}>{t(`console.command.${data.type}`)}</strong>
      <span className={styles.text} role="status">
        {t(isMessage ? 'machines.progress.delivered' : 'machines.progress.done', { done, total: meant })}
      </span>
      {open === 0 && (
        <ActionIcon
          variant="subtle"
          className={styles.dismiss}
          size={24}
          aria-label={t('machines.progress.dismiss')}
          onClick={() => dismissBatch(id)}
        >
          <IconX size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      {/* Told in words beside it. */}
      <span className={styles.bar} aria-hidden>
        <span className={styles.done} style={{ width: `${meant === 0 ? 100 : (done / meant) * 100}%` }} />
        <span className={styles.undone} style={{ width: `${meant === 0 ? 0 : (undone / meant) * 100}%` }} />
      </span>
      <span className={styles.notes}>
        {states.failed > 0 && <Status tone="bad">{t('machines.progress.failed', { count: states.failed })}</Status>}
        {[
          ...(isMessage && done > 0 ? [t('machines.progress.read', { count: readCount })] : []),
          ...notes.map((state) => t(`machines.progress.${state}`, { count: states[state] })),
          ...(skipped > 0 ? [t('machines.progress.skipped', { count: skipped })] : []),
          ...(missing > 0 ? [t('machines.progress.missing', { count: missing })] : []),
        ].join(' · ')}
      </span>
      {states.failed > 0 && <Failures orgId={orgId} batch={data} mayRetry={mayCommand} />}
      {mayCommand && states.queued > 0 && (
        <Button variant="default" size="compact-sm" className={styles.cancel} onClick={() => void cancel()}>
          {t('machines.progress.cancel')}
        </Button>
      )}
    </div>
  );
}

function pollOf(batch: CommandBatch | undefined): number | false {
  if (!batch || openOf(batch) > 0) return POLL_MS;
  return batch.type === 'notify' && batch.read < batch.states.succeeded ? READ_POLL_MS : false;
}

interface FailuresProps {
  readonly orgId: OrganizationId;
  readonly batch: CommandBatch;
  readonly mayRetry: boolean;
}

type Failed = ReplyOf<typeof listBatchCommands>[number];

/** The failed machines, each with a retry. A message has no retry, because its text is not stored. */
function Failures({ orgId, batch, mayRetry }: FailuresProps): ReactNode {
  const params = { orgId, batchId: batch.id };
  const { data } = useQuery({
    ...read(listBatchCommands, { params, query: { state: 'failed', limit: NAMED } }),
    refetchInterval: openOf(batch) > 0 ? POLL_MS : false,
  });
  return (
    <ul className={styles.failures}>
      {data?.map((command) => (
        <li key={command.id} className={styles.failure}>
          <Link to={paths.machine(command.machineId, 'commands')}>{command.machineName}</Link>
          {mayRetry && batch.type !== 'notify' && <Retry orgId={orgId} batch={batch} command={command} />}
        </li>
      ))}
    </ul>
  );
}

interface RetryProps extends Pick<FailuresProps, 'orgId' | 'batch'> {
  readonly command: Failed;
}

/** Sends the command to one machine again, once: a second press waits for the first. */
function Retry({ orgId, batch, command }: RetryProps): ReactNode {
  const { t } = useTexts();
  const [busy, during] = useBusy();
  const retry = async () => {
    const body = { type: batch.type, machineIds: [command.machineId] };
    const sent = await during(() => call(sendBatch, { params: { orgId }, body })).catch(showError);
    if (sent) watchBatch(orgId, sent);
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={busy}
      aria-label={t('machines.progress.retryOf', { name: command.machineName })}
      onClick={() => void retry()}
    >
      {t('machines.progress.retry')}
    </Button>
  );
}
