// @vitest-environment happy-dom
import { readInventory } from '@berth/contract/api/machines';
import type { Hardware } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { currentTexts, startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeAll, expect, it, vi } from 'vitest';
import { queryKey } from '../../../data/query.ts';
import { showConsolePart } from '../../../testing/console-part.tsx';
import { InventoryPanel } from './inventory-panel.tsx';

const machineId = '0'.repeat(32) as MachineId;
const HARDWARE: Hardware = { model: 'NUC', cpu: 'N100', memoryMb: 4_096, os: 'Berth OS 20261124.100000' };

/** What the panel says of a machine with this system. */
async function textOf(system: Hardware['system'], more: Partial<Hardware> = {}): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const inventory = { hardware: { ...HARDWARE, ...(system && { system }), ...more }, timeZone: null };
  client.setQueryData(queryKey(readInventory, { params: { id: machineId } }), inventory);
  const panel = await showConsolePart(
    <QueryClientProvider client={client}>
      <InventoryPanel machine={{ id: machineId, name: 'Reception' }} />
    </QueryClientProvider>,
  );
  return panel.textContent ?? '';
}

let { t } = currentTexts();
beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => answerTexts(address));
  await startTexts(['machines', 'common']);
  ({ t } = currentTexts());
});

const image = { kind: 'image' as const, version: '3.1', channel: 'stable', proved: true, next: null, failed: [] };

it('says that a machine is a Debian with the package', async () => {
  expect(await textOf({ kind: 'debian' })).toContain(t('machines.inventory.system.debian'));
});

it('names an image’s version, its channel, and the version that the next restart starts', async () => {
  const text = await textOf({ ...image, next: '3.2' });
  expect(text).toContain(t('machines.inventory.system.image', { version: '3.1' }));
  expect(text).toContain(`${t('machines.inventory.system.channel')}stable`);
  expect(text).toContain(`${t('machines.inventory.system.next')}3.2`);
});

it('marks a version that has not proved itself yet', async () => {
  const version = t('machines.inventory.system.trial', { version: '3.1' });
  const shown = t('machines.inventory.system.image', { version });
  expect(await textOf({ ...image, proved: false })).toContain(shown);
  expect(await textOf(image)).not.toContain(shown);
});

it('says which version failed, and why', async () => {
  const at = '2026-11-24T10:00:00Z';
  const text = await textOf({
    ...image,
    failed: [
      { version: '3.2', reason: 'no-boot', at },
      { version: '3.3', reason: 'unhealthy', at },
    ],
  });
  const failed = (version: string) => t('machines.inventory.system.failed', { version });
  expect(text).toContain(`${failed('3.2')}${t('machines.inventory.system.no-boot')}`);
  expect(text).toContain(`${failed('3.3')}${t('machines.inventory.system.unhealthy')}`);
});

it.each(['on', 'setup', 'off'] as const)('says that Secure Boot is %s', async (secureBoot) => {
  const shown = `${t('machines.secureBoot.title')}${t(`machines.secureBoot.${secureBoot}`)}`;
  expect(await textOf(image, { secureBoot })).toContain(shown);
  expect(await textOf(image)).not.toContain(t('machines.secureBoot.title'));
});

it('an older agent says nothing of it', async () => {
  expect(await textOf(undefined)).not.toContain(t('machines.inventory.system.installed'));
});
