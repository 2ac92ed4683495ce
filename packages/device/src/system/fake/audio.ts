import type { AudioDevice } from '@berth/contract/bridge/settings';
import type { Audio } from '../ports/audio.ts';

const device = (id: string, name: string, chosen: boolean): AudioDevice => ({
  id,
  name,
  chosen,
  volume: 60,
  muted: false,
});

/** Sound that nobody hears: loudspeakers and a headset, in memory only. */
export function fakeAudio(): Audio {
  const devices = {
    output: [device('speakers', 'Speakers', true), device('headset', 'Headset', false)],
    input: [device('microphone', 'Microphone', true), device('headset', 'Headset', false)],
  };
  return {
    state: async () => ({ outputs: devices.output, inputs: devices.input }),
    choose: async (direction, id) => {
      devices[direction] = devices[direction].map((each) => ({ ...each, chosen: each.id === id }));
    },
    change: async ({ direction, id, ...change }) => {
      devices[direction] = devices[direction].map((each) => (each.id === id ? { ...each, ...change } : each));
    },
  };
}
