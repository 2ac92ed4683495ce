import { startLoopback } from '@berth/web/testing/loopback.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBridge } from './bridge/bridge.ts';
import { reportErrors } from './error-reports.ts';

const DSN_PATH = '/7';
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** The agent, the cloud and the error reporting service, at one address. */
async function startAgent(channel: string, reporting = true) {
  const dsn = (origin: string) => origin.replace('//', '//key@') + DSN_PATH;
  const loopback = await startLoopback(({ path }) => {
    if (path === '/bridge/get_release_channel') return { body: { result: channel } };
    if (path === '/bridge/get_error_reporting') {
      return { body: { result: reporting ? { dsn: dsn(loopback.origin), version: '1.2.3' } : null } };
    }
    if (path === '/config.json') {
      const errorReporting = reporting ? { dsn: dsn(loopback.origin) } : null;
      return { body: { errorReporting, version: '1.2.3', releaseChannel: channel, apiBase: loopback.origin } };
    }
    return {};
  });
  const asked = () => loopback.received.map(({ path }) => path.split('?', 1)[0]);
  return { ...loopback, asked };
}

test.each(['beta', 'release'])(
  'on a machine the page asks for the channel, and %s starts the reports',
  async (channel) => {
    const { asked, received } = await startAgent(channel);
    await reportErrors(createBridge('token'));
    await vi.waitUntil(() => asked().includes('/api/7/envelope/'), { timeout: 60_000 });
    expect(asked().slice(0, 2)).toEqual(['/bridge/get_release_channel', '/bridge/get_error_reporting']);
    expect(received.at(-1)?.body).toContain(`"environment":"${channel}"`);
  },
);

test('on any other channel a machine reports nothing, and does not even ask for the service', async () => {
  const { asked } = await startAgent('development');
  await reportErrors(createBridge('token'));
  await settle();
  expect(asked()).toEqual(['/bridge/get_release_channel']);
});

test('in a web browser reports start on every channel', async () => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  vi.stubGlobal('sessionStorage', storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { asked } = await startAgent('development');
  await reportErrors(undefined);
  await vi.waitUntil(() => asked().includes('/api/7/envelope/'), { timeout: 60_000 });
  expect(asked()[0]).toBe('/config.json');
});

test('nothing starts without a service', async () => {
  const { asked } = await startAgent('release', false);
  await reportErrors(createBridge('token'));
  await settle();
  expect(asked()).toEqual(['/bridge/get_release_channel', '/bridge/get_error_reporting']);
});
