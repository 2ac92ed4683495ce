import { type Command, listMachineCommands } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconClockX,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { useTexts } from '../../i18n/store.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { LoadProblem } from '../parts/load-problem.tsx';
import { useNow } from '../parts/use-now.ts';
import styles from './list-panel.module.css';

const LOOK: Record<Command['state'], { readonly tone: Tone; readonly icon: TablerIcon }> = {
  queued: { tone: 'neutral', icon: IconClock },
  delivered: { tone: 'neutral', icon: IconSend },
  succeeded: { tone: 'good', icon: IconCircleCheck },
  failed: { tone: 'bad', icon: IconCircleX },
  expired: { tone: 'warn', icon: IconClockX },
  cancelled: { tone: 'neutral', icon: IconBan },
};

/** How many show, and how often they are asked for: a command's way takes seconds. */
const SHOWN = 20;
const POLL_MS = 2_000;

/** What was asked of a machine, by whom, and how it went. */
export function CommandsPanel({ machineId }: { readonly machineId: MachineId }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    ...read(listMachineCommands, { params: { id: machineId }, query: { limit: SHOWN } }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title={t('console.commands.title')} flush>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
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

function CommandRow({ command }: { readonly command: Command }): ReactNode {
  const { t, dateTime, relative } = useTexts();
  const now = useNow();
  const { tone, icon } = LOOK[command.state];
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={styles.first}>{t(`console.command.${command.type}`)}</span>
        {command.result !== null && command.result !== '' && <span className={styles.second}>{command.result}</span>}
      </span>
      <Status tone={tone} icon={icon}>
        {t(`console.commandState.${command.state}`)}
      </Status>
      <span className={styles.aside}>
        {command.author}
        <time dateTime={command.createdAt} title={dateTime(command.createdAt)}>
          {relative(command.createdAt, now)}
        </time>
      </span>
    </li>
  );
}
