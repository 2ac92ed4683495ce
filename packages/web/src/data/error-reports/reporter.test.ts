import { expect, onTestFinished, test, vi } from 'vitest';
import { startLoopback } from '../../testing/loopback.ts';
import { startReporter } from './reporter.ts';
import { watchErrors } from './watch.ts';

const hears: Record<string, (event: unknown) => void> = {};

/** A page that reports to a service on the loopback address. */
async function start() {
  const service = await startLoopback(() => ({}));
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) => {
    hears[type] = listener;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  watchErrors();
  const { origin, received } = service;
  const open = () =>
    startReporter({
      dsn: origin.replace('//', '//public-key@').concat('/42'),
      release: '1.2.3',
      environment: 'beta',
      page: 'console',
    });
  const envelopes = () => received.map(({ body }) => body.split('\n').map((line) => JSON.parse(line)));
  const events = () => envelopes().flatMap(([, { type }, event]) => (type === 'event' ? [event] : []));
  const until = (count: number) => vi.waitUntil(() => events().length >= count, { timeout: 60_000 });
  const broken = (message: string, line: number, at = `${origin}/assets/machines-a1.js?x=1#token`) =>
    Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at lift (${at}:${line}:14)` });
  return { ...service, open, envelopes, events, until, broken };
}

test("the service receives the page's start, and errors, including those before it was loaded", async () => {
  const { open, events, envelopes, until, received, broken, origin } = await start();
  hears.error?.({ error: broken('too early', 1) });
  open();
  hears.unhandledrejection?.({ reason: broken('the printer is too high', 3) });
  await until(2);
  expect(received.map(({ path, method }) => `${method} ${path}`)).toContain(
    'POST /api/42/envelope/?sentry_key=public-key&sentry_version=7&sentry_client=berth',
  );
  const [header, { type }, started] = envelopes()[0] ?? [];
  expect(header.event_id).toMatch(/^[0-9a-f]{32}$/);
  expect({ type, name: started.transaction }).toEqual({ type: 'transaction', name: 'console' });
  expect(started.timestamp).toBeGreaterThan(started.start_timestamp);
  expect(events()).toMatchObject([
    { exception: { values: [{ value: 'too early' }] } },
    {
      release: '1.2.3',
      environment: 'beta',
      level: 'error',
      event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'the printer is too high',
            stacktrace: {
              frames: [{ function: 'lift', filename: 'app:///assets/machines-a1.js', lineno: 3, colno: 14 }],
            },
          },
        ],
      },
    },
  ]);
  expect(received.map(({ body }) => body).join()).not.toContain(origin);
});

test.each([
  ['what was typed', 'Unexpected token \'a\', "a "secret" word" is not valid JSON', 'secret'],
  ['an email', 'No member ada@lighthouse.example here', 'lighthouse'],
  ['an address', 'Failed at https://berth.example/manage?search=Elbe#x', 'Elbe'],
  ['a token', 'Bad eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI0MiJ9 given', 'eyJ'],
  ['a phone number', 'Cannot dial 004940123456', '4940'],
])('a report contains nothing of %s', async (_, message, secret) => {
  const { open, received, until, broken } = await start();
  open();
  hears.error?.({ error: broken(message, 1) });
  await until(1);
  expect(received.at(-1)?.body).toContain('TypeError');
  expect(received.map(({ body }) => body).join()).not.toContain(secret);
});

test('an error is reported once; expected errors and those of other programs never', async () => {
  const { open, events, until, broken } = await start();
  open();
  for (let times = 0; times < 3; times++) hears.error?.({ error: broken('again', 1) });
  hears.error?.({ error: broken('an extension', 2, 'chrome-extension://abc/content.js') });
  hears.error?.({ error: Object.assign(broken('refused', 3), { name: 'ApiError' }) });
  hears.unhandledrejection?.({ reason: 'a text' });
  hears.error?.({ error: broken('the last', 4) });
  await until(2);
  const values = events().map(({ exception }) => exception.values[0].value);
  expect(values).toEqual(['again', 'the last']);
});
