import { DEMO_IDLE_MS, DEMO_LIFETIME_MS } from '@berth/contract/rules/service';
import { eventually } from '@berth/testing/wait';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { createDemo, type Demo, type DemoServer } from './demo.ts';

let demo: Demo;
afterEach(() => demo.stop());

/** Demos that start instantly, and a manual clock. */
function openDemo(launch?: () => Promise<never>) {
  let now = 1_000_000;
  const servers: { running: boolean; end(): void }[] = [];
  const start = async (): Promise<DemoServer> => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const server = {
      running: true,
      end: () => {
        server.running = false;
        resolve();
      },
    };
    servers.push(server);
    return { port: servers.length, accessToken: `token ${servers.length}`, ended, stop: async () => server.end() };
  };
  const clock = { now: () => now };
  demo = createDemo({ launch: launch ?? start, clock, logger: createLogger('silent'), checkEveryMs: 5 });
  const pass = (ms: number) => {
    now += ms;
  };
  return { servers, pass };
}

describe('the demo', () => {
  it('does not start before its first visitor', () => {
    const { servers } = openDemo();
    expect(demo.use()).toBeUndefined();
    expect(servers).toEqual([]);
  });

  it('is shared by concurrent and later visitors', async () => {
    const { servers } = openDemo();
    const visits = [...(await Promise.all([demo.enter(), demo.enter(), demo.enter()])), await demo.enter()];
    expect(visits.map(({ accessToken }) => accessToken)).toEqual(Array(4).fill('token 1'));
    expect(servers).toHaveLength(1);
  });

  it('ends after its idle time, and not before', async () => {
    const { servers, pass } = openDemo();
    await demo.enter();
    pass(DEMO_IDLE_MS - 1);
    expect(demo.use()).toBeDefined();
    pass(DEMO_IDLE_MS - 1);
    expect(demo.use()).toBeDefined();
    pass(DEMO_IDLE_MS);
    await eventually(() => expect(servers[0]?.running).toBe(false));
    expect(demo.use()).toBeUndefined();
  });

  it('restarts after its lifetime, even while in use', async () => {
    const { servers, pass } = openDemo();
    const { expiresAt } = await demo.enter();
    expect(expiresAt).toBe(1_000_000 + DEMO_LIFETIME_MS);
    for (let minute = 0; minute < 59; minute += 1) {
      pass(60_000);
      expect(demo.use()).toBeDefined();
    }
    pass(60_000);
    await eventually(() => expect(servers[0]?.running).toBe(false));
    expect((await demo.enter()).accessToken).toBe('token 2');
  });

  it('restarts after it exited', async () => {
    const { servers } = openDemo();
    await demo.enter();
    servers[0]?.end();
    await eventually(() => expect(demo.use()).toBeUndefined());
    expect((await demo.enter()).accessToken).toBe('token 2');
  });

  it('is unavailable for a while after a failed start', async () => {
    const launch = vi.fn(() => Promise.reject(new Error('no room')));
    const { pass } = openDemo(launch);
    await expect(demo.enter()).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '30' } });
    await expect(demo.enter()).rejects.toMatchObject({ code: 'unavailable' });
    expect(launch).toHaveBeenCalledTimes(1);
    pass(30_000);
    await expect(demo.enter()).rejects.toMatchObject({ code: 'unavailable' });
    expect(launch).toHaveBeenCalledTimes(2);
  });
});
