import { type Machine, readInventory } from '@berth/contract/api/machines';
import type { Hardware } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { read } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { profilesQuery, useMay } from '../../organizations/queries.ts';
import { Facts } from '../../parts/facts.tsx';
import { LoadError } from '../../parts/loading.tsx';
import { useNow } from '../../parts/use-now.ts';
import { organizationRolloutsQuery } from '../../rollouts/queries.ts';
import { assign } from '../actions/settings.ts';
import { editTags } from '../actions/tags-dialog.tsx';
import { RevisionStatus } from '../machine-status.tsx';
import { TagList } from '../tags.tsx';
import styles from './machine-page.module.css';

/** Identity and state of a machine. */
export function FactsPanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t, dateTime, duration, relative } = useTexts();
  const now = useNow();
  const mayChange = useMay('machine.write');
  useQuery(organizationRolloutsQuery(machine.organizationId));
  const seen = machine.lastSeen === null ? t('console.seen.never') : relative(machine.lastSeen, now);
  return (
    <Panel
      title={t('console.machine.facts')}
      actions={
        mayChange && (
          <Button variant="subtle" size="compact-sm" onClick={() => void assign(machine)}>
            {t('console.machine.assign')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('console.column.profile'), <ProfileLink key="profile" machine={machine} />],
          [t('console.column.revision'), <RevisionStatus key="revision" machine={machine} />],
          [t('console.column.seen'), machine.online ? t('console.seen.now') : seen],
          [t('console.machine.uptime'), machine.uptime === null ? '–' : duration(machine.uptime)],
          [t('console.machine.runningSince'), machine.runningSince === null ? '–' : dateTime(machine.runningSince)],
          [t('machines.tags'), <Tags key="tags" machine={machine} />],
          [t('console.machine.deployment'), t(`console.deployment.${machine.deployment}`)],
          [t('console.machine.registered'), dateTime(machine.registeredAt)],
          [t('console.machine.agent'), machine.agentVersion ?? '–'],
          [t('console.machine.id'), <code key="id">{machine.id}</code>],
        ]}
      />
    </Panel>
  );
}

function ProfileLink({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const { data } = useQuery(profilesQuery(machine.organizationId));
  const profile = data?.find(({ id }) => id === machine.profileId);
  if (!profile) return machine.profileId === null ? t('console.revision.none') : '…';
  return <Link to={paths.profile(profile.id)}>{profile.name}</Link>;
}

function Tags({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('machine.write');
  return (
    <span className={styles.tags}>
      {machine.tags.length === 0 ? t('machines.tags.none') : <TagList tags={machine.tags} />}
      {mayChange && (
        <Button variant="subtle" size="compact-sm" onClick={() => void editTags(machine)}>
          {t('machines.tags.edit')}
        </Button>
      )}
    </span>
  );
}

const POLL_MS = 30_000;
const MB = 2 ** 20;

/** What a machine is made of and what runs on it, as it last said itself. */
export function InventoryPanel({ machineId }: { readonly machineId: MachineId }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { data, error, refetch } = useQuery({
    ...read(readInventory, { params: { id: machineId } }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title={t('machines.inventory.title')}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={4} />}
      {data?.hardware === null && <p>{t('machines.inventory.none')}</p>}
      {data?.hardware && <Facts facts={factsOf(data.hardware, data.timeZone, texts)} />}
    </Panel>
  );
}

/** What the machine did not say is left out. */
function factsOf(hardware: Hardware, timeZone: string | null, { t, bytes }: Texts): (readonly [string, ReactNode])[] {
  const { model, serial, cpu, cores, memoryMb, diskMb, diskFreeMb, os, kernel, firmware, interfaces } = hardware;
  const size = diskMb === undefined ? undefined : bytes(diskMb * MB);
  const free = diskFreeMb === undefined ? undefined : bytes(diskFreeMb * MB);
  const disk = size !== undefined && free !== undefined ? t('machines.inventory.free', { size, free }) : size;
  const facts: (readonly [string, string | undefined])[] = [
    [t('machines.inventory.model'), model],
    [t('machines.inventory.serial'), serial],
    [t('machines.inventory.cpu'), cores === undefined ? cpu : t('machines.inventory.cores', { cpu, cores })],
    [t('machines.inventory.memory'), bytes(memoryMb * MB)],
    [t('machines.inventory.disk'), disk],
    [t('machines.inventory.os'), os],
    [t('machines.inventory.timeZone'), timeZone ?? undefined],
    [t('machines.inventory.kernel'), kernel],
    [t('machines.inventory.firmware'), firmware],
    ...(interfaces ?? []).map(
      ({ name, mac, addresses }) =>
        [t('machines.inventory.interface', { name }), [...addresses, mac].join(', ')] as const,
    ),
  ];
  return facts.filter(([, value]) => value !== undefined && value !== '');
}
