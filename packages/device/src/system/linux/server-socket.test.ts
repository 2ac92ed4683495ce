import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../testing/wait.ts';
import type { Exit } from '../ports/programs.ts';
import { untilListening } from './server-socket.ts';

/** A server on a computer whose time only the test moves, which refuses until it listens. */
function starting() {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = { listens: false, tries: 0, end: (): void => {} };
  const exited = new Promise<Exit>((resolve) => {
    server.end = () => resolve({ code: 1, signal: null });
  });
  const connected = untilListening({ exited }, async () => {
    server.tries += 1;
    if (!server.listens) throw new Error('refused');
    return 'connected';
  });
  const triesAgain = () => {
    const { tries } = server;
    return eventually(() => expect(server.tries).toBeGreaterThan(tries));
  };
  return { server, connected, triesAgain };
}

test('waits for a server that a slow computer starts in 20 seconds', async () => {
  const { server, connected, triesAgain } = starting();
  await triesAgain();
  vi.advanceTimersByTime(20_000);
  await triesAgain();
  server.listens = true;
  expect(await connected).toBe('connected');
});

test('waits for a server also if the clock is set meanwhile', async () => {
  const { server, connected, triesAgain } = starting();
  await triesAgain();
  vi.setSystemTime(Date.now() + 365 * 86_400_000);
  await triesAgain();
  server.listens = true;
  expect(await connected).toBe('connected');
});

test('waits neither for a server that has ended nor for ever', async () => {
  const ended = starting();
  ended.server.end();
  await expect(ended.connected).rejects.toThrow('refused');
  const hanging = starting();
  vi.advanceTimersByTime(31_000);
  await expect(hanging.connected).rejects.toThrow('refused');
});
