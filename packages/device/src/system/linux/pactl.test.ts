import { expect, test } from 'vitest';
import { testPulseaudio } from '../../testing/services.ts';
import { pactlAudio } from './pactl.ts';

const sink = (name: string) => `module-null-sink sink_name=${name} sink_properties=device.description=${name}-out`;
const source = (name: string) => `module-null-source source_name=${name} description=${name}-in`;

test('lists, selects, mutes, and sets the volume of sound devices', async () => {
  const server = await testPulseaudio(sink('hall'), sink('headset'), source('desk'), source('headset-mic'));
  const audio = pactlAudio({ account: null, server });
  const before = await audio.state();
  expect(before.outputs).toEqual([
    { id: 'hall', name: 'hall-out', chosen: true, volume: 100, muted: false },
    { id: 'headset', name: 'headset-out', chosen: false, volume: 100, muted: false },
  ]);
  // The monitor of an output is not a microphone.
  expect(before.inputs.map(({ id }) => id)).toEqual(['desk', 'headset-mic']);

  await audio.choose('output', 'headset');
  await audio.choose('input', 'headset-mic');
  await audio.change({ direction: 'output', id: 'headset', volume: 35 });
  await audio.change({ direction: 'input', id: 'headset-mic', muted: true });
  const { outputs, inputs } = await audio.state();
  expect(outputs).toMatchObject([{ chosen: false }, { chosen: true, volume: 35, muted: false }]);
  expect(inputs).toMatchObject([
    { id: 'desk', chosen: false, muted: false },
    { id: 'headset-mic', chosen: true, muted: true },
  ]);
  await expect(audio.choose('output', 'nowhere')).rejects.toThrow();
});

test('lists nothing without a sound server', async () => {
  const audio = pactlAudio({ account: null, server: 'unix:/nowhere/native' });
  expect(await audio.state()).toEqual({ outputs: [], inputs: [] });
});
