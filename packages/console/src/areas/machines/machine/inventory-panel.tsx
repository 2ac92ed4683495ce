import { type Machine, readInventory } from '@berth/contract/api/machines';
import type { Hardware } from '@berth/contract/device/messages';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Facts } from '../../parts/facts.tsx';
import { LoadError } from '../../parts/loading.tsx';
import { DiskEncryption } from './disk-encryption.tsx';

const POLL_MS = 30_000;
const MB = 2 ** 20;

/** A machine's hardware and software, as last reported. */
export function InventoryPanel({ machine }: { readonly machine: Pick<Machine, 'id' | 'name'> }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { data, error, refetch } = useQuery({
    ...read(readInventory, { params: { id: machine.id } }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title={t('machines.inventory.title')}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={4} />}
      {data?.hardware === null && <p>{t('machines.inventory.none')}</p>}
      {data?.hardware && <Facts facts={factsOf(machine, data.hardware, data.timeZone, texts)} />}
    </Panel>
  );
}

type Fact = readonly [string, ReactNode];

/** How the system is installed; for an image, what comes next and what failed. */
function systemFacts(system: Hardware['system'], { t }: Texts): Fact[] {
  if (system === undefined) return [];
  const installed = t('machines.inventory.system.installed');
  if (system.kind === 'debian') return [[installed, t('machines.inventory.system.debian')]];
  const version = system.proved ? system.version : t('machines.inventory.system.trial', { version: system.version });
  return [
    [installed, t('machines.inventory.system.image', { version })],
    [t('machines.inventory.system.channel'), system.channel],
    [t('machines.inventory.system.next'), system.next ?? undefined],
    ...system.failed.map(
      ({ version: failed, reason }) =>
        [t('machines.inventory.system.failed', { version: failed }), t(`machines.inventory.system.${reason}`)] as const,
    ),
  ];
}

/** Unknown values are omitted. */
function factsOf(
  machine: Pick<Machine, 'id' | 'name'>,
  hardware: Hardware,
  timeZone: string | null,
  texts: Texts,
): Fact[] {
  const { t, bytes } = texts;
  const { model, serial, cpu, cores, memoryMb, diskMb, diskFreeMb, os, kernel, firmware, interfaces } = hardware;
  const size = diskMb === undefined ? undefined : bytes(diskMb * MB);
  const free = diskFreeMb === undefined ? undefined : bytes(diskFreeMb * MB);
  const disk = size !== undefined && free !== undefined ? t('machines.inventory.free', { size, free }) : size;
  const facts: Fact[] = [
    [t('machines.inventory.model'), model],
    [t('machines.inventory.serial'), serial],
    [t('machines.inventory.cpu'), cores === undefined ? cpu : t('machines.inventory.cores', { cpu, cores })],
    [t('machines.inventory.memory'), bytes(memoryMb * MB)],
    [t('machines.inventory.disk'), disk],
    [
      t('machines.disk.encryption'),
      hardware.diskEncryption && <DiskEncryption machine={machine} hardware={hardware} />,
    ],
    [t('machines.secureBoot.title'), hardware.secureBoot && t(`machines.secureBoot.${hardware.secureBoot}`)],
    [t('machines.inventory.os'), os],
    ...systemFacts(hardware.system, texts),
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
