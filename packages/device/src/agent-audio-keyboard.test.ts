import { expect, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { eventually } from './testing/wait.ts';

test('the page selects a sound device, changes its volume, and mutes it', async () => {
  const { call } = await testAgent({ folder: await testFolder() });
  const { outputs } = await call('choose_audio', { direction: 'output', id: 'headset' });
  expect(outputs.map(({ id, chosen }) => ({ id, chosen }))).toEqual([
    { id: 'speakers', chosen: false },
    { id: 'headset', chosen: true },
  ]);
  const { inputs } = await call('change_audio', { direction: 'input', id: 'microphone', volume: 20, muted: true });
  expect(inputs[0]).toMatchObject({ id: 'microphone', volume: 20, muted: true });
  expect((await call('get_audio', {})).outputs[1]?.chosen).toBe(true);
});

test("the keyboard layout is the profile's first until the user chooses another, which survives a restart", async () => {
  const folder = await testFolder();
  const layouts = (...keyboard_layouts: string[]) =>
    desiredWith({ thinhoc: { customization: { keyboard_layouts } } }, { revision: keyboard_layouts.length });
  const gateway = await TestGateway.start({ desired: layouts('CH', 'FR') });
  const start = () => testAgent({ folder, gateway: gateway.address });
  const first = await start();
  await eventually(() => first.call('choose_keyboard_layout', { layout: 'FR' }));
  await expect(first.call('choose_keyboard_layout', { layout: 'RU' })).rejects.toThrow('no such keyboard layout');
  await first.agent.stop();

  const again = await start();
  expect(await again.call('get_keyboard', {})).toEqual({
    layouts: ['CH', 'FR'],
    layout: 'FR',
    onScreen: false,
    covered: 0,
  });
});
