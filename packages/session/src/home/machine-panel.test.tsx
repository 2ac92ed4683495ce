// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { MachinePanel } from './machine-panel.tsx';

const config = { machine_id: 'a'.repeat(32), firstboot: false, deployment: 'flex', current_profile_id: null } as const;
const nothing = { organization_id: null, organization_name: null, machine_name: null };

async function text(testflight: boolean, context: object | null) {
  const state = { config: { ...config, ...nothing, testflight }, context } as never;
  const { page } = await showSession(<MachinePanel onClose={() => {}} />, { state });
  return page.textContent ?? '';
}

test('the machine panel shows the machine’s phone number, and its release channel if it is beta', async () => {
  const context = { machine: { flex: { sip: { enabled: true, display_name: 'Lobby', user: '100' } } } };
  expect(await text(true, context)).toMatch(/PhoneLobby.*Release channelBeta/);
  expect(await text(false, null)).not.toMatch(/Phone|Release channel/);
});

test('without a machine config the panel shows the ID of the user config', async () => {
  const userConfig = { last_machine_id: 'b'.repeat(32), testflight: true } as never;
  const { page } = await showSession(<MachinePanel onClose={() => {}} />, { state: { config: null, userConfig } });
  expect(page.textContent).toMatch(/Release channelBeta.*b{32}/);
});
