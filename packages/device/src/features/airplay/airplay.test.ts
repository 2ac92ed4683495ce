import type { AirplayState } from '@berth/contract/bridge/screen';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../system/log.ts';
import type { AirplayLaunch } from '../../system/ports/media.ts';
import type { Exit } from '../../system/ports/programs.ts';
import { Airplay } from './airplay.ts';

const PICTURE = Buffer.from('a picture');
let launches: (AirplayLaunch & { readonly fall: () => void; ended: boolean })[];
let states: AirplayState[];
let raised: number;

beforeEach(() => {
  vi.useFakeTimers();
  [launches, states, raised] = [[], [], 0];
});
afterEach(() => vi.useRealTimers());

function receiver(): Airplay {
  return new Airplay({
    host: {
      open: async (launch) => {
        let exit = (_how: Exit) => {};
        const exited = new Promise<Exit>((resolve) => {
          exit = resolve;
        });
        const fall = () => exit({ code: null, signal: 'SIGKILL' });
        const own = { ...launch, fall, ended: false };
        launches.push(own);
        const stop = async () => {
          own.ended = true;
          exit({ code: 0, signal: null });
        };
        return { pid: launches.length, exited, stop };
      },
    },
    onChange: (state) => states.push(state),
    onShown: () => {
      raised += 1;
    },
    log: silentLog,
  });
}

it('receives under the machine’s name with a PIN until the profile disables it', async () => {
  const airplay = receiver();
  await airplay.configure('Reception');
  expect(launches[0]).toMatchObject({ name: 'Reception', pin: airplay.state.pin });
  expect(airplay.state.pin).toMatch(/^\d{4}$/);
  await airplay.configure('Reception');
  expect(launches).toHaveLength(1);
  await airplay.configure(null);
  expect(launches[0]?.ended).toBe(true);
  expect(airplay.state).toEqual({ pin: null, name: '', showing: false });
});

it('sends frames to watchers and raises the screen once', async () => {
  const airplay = receiver();
  await airplay.configure('Reception');
  const seen: Buffer[] = [];
  const end = airplay.watch((jpeg) => seen.push(jpeg));
  launches[0]?.onPicture(PICTURE);
  launches[0]?.onPicture(PICTURE);
  expect(seen).toEqual([PICTURE, PICTURE]);
  expect(airplay.state.showing).toBe(true);
  expect(raised).toBe(1);
  end();
  launches[0]?.onPicture(PICTURE);
  expect(seen).toHaveLength(2);
});

it('reports an end after 30 s without a frame', async () => {
  const airplay = receiver();
  await airplay.configure('Reception');
  launches[0]?.onPicture(PICTURE);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(airplay.state.showing).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states.at(-1)?.showing).toBe(false);
});

it('disconnects the sender and changes the PIN', async () => {
  const airplay = receiver();
  await airplay.configure('Reception');
  launches[0]?.onPicture(PICTURE);
  await airplay.end();
  expect(launches.map(({ ended }) => ended)).toEqual([true, false]);
  expect(airplay.state.showing).toBe(false);
});

it('restarts the program after a crash, first after one second', async () => {
  const airplay = receiver();
  await airplay.configure('Reception');
  launches[0]?.fall();
  await vi.advanceTimersByTimeAsync(0);
  expect(airplay.state.pin).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(launches).toHaveLength(2);
  expect(airplay.state.pin).toBe(launches[1]?.pin);
  launches[1]?.fall();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(launches).toHaveLength(2);
  await airplay.stop();
});
