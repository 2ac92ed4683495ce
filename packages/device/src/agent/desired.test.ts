import type { Desired } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import type { AppliedProfile } from '../features/profile/applied-profile.ts';
import { memoryStore } from '../state/store.ts';
import { silentLog } from '../system/log.ts';
import { DesiredState } from './desired.ts';

function desired(color_primary: string, digest?: string): Desired {
  const definition = { thinhoc: { customization: { color_primary } } };
  return {
    organizationId: 'o' as OrganizationId,
    organizationName: 'Office',
    machineName: 'Desk',
    deployment: 'vanilla',
    contextRevision: 0,
    context: {},
    profile: { id: 'p' as ProfileId, name: 'Front desk', revision: 1, ...(digest && { digest }), definition },
  };
}

it('shows changed contents of the same revision, detected by the digest', async () => {
  const shown: (AppliedProfile | null)[] = [];
  const state = new DesiredState({
    machineId: 'a1b2c3' as MachineId,
    store: memoryStore(),
    show: (applied) => void shown.push(applied),
    configChanged: () => undefined,
    settled: () => undefined,
    log: silentLog,
  });
  await state.receive(desired('#111111'));
  await state.receive(desired('#222222', 'layers'));
  await state.receive(desired('#222222', 'layers'));
  await state.receive(desired('#111111'));
  const colors = shown.map((applied) => applied?.definition.thinhoc.customization.color_primary);
  expect(colors).toEqual(['#111111', '#222222', '#111111']);
  expect(shown[1]?.digest).toBe('layers');
});
