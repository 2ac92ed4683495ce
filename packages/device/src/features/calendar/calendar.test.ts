import { startRadicale } from '@berth/testing/radicale';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../system/log.ts';
import { eventually } from '../../testing/wait.ts';
import { Calendar, calendarSettings } from './calendar.ts';

/** A calendar on a local server, and the URLs that it opened. */
function roomCalendar(allowPrivate = true) {
  const opened: string[] = [];
  const warned: string[] = [];
  const calendar = new Calendar({
    onChange: () => {},
    open: async (link) => void opened.push(link),
    allowPrivate,
    log: { ...silentLog, warn: (...said: unknown[]) => void warned.push(JSON.stringify(said)) },
  });
  onTestFinished(() => calendar.stop());
  return { calendar, opened, warned, titles: () => calendar.state?.meetings?.map(({ title }) => title) };
}

async function testCalendarServer() {
  const server = await startRadicale();
  onTestFinished(server.dispose);
  return server;
}

/** The time in this many hours, in iCalendar format. */
const inHours = (hours: number): string =>
  `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

test('reads meetings by address or discovery, and joins them by their link', async () => {
  const server = await testCalendarServer();
  const link = 'DESCRIPTION:Join at https://eu.zoom.us/j/1';
  await server.put('later', ['SUMMARY:Later', `DTSTART:${inHours(3)}`, `DTEND:${inHours(4)}`]);
  await server.put('now', ['SUMMARY:Now', `DTSTART:${inHours(-1)}`, `DTEND:${inHours(1)}`, link]);
  await server.put('over', ['SUMMARY:Over', `DTSTART:${inHours(-3)}`, `DTEND:${inHours(-2)}`]);
  const { calendar, opened, titles } = roomCalendar();
  expect(calendar.state).toBeNull();
  const account = { username: server.username, password: server.password };
  calendar.configure({ ...account, url: server.calendar });
  expect(calendar.state).toEqual({ meetings: null, readAt: null, error: null });
  await eventually(() => expect(titles()).toEqual(['Now', 'Later']));
  calendar.configure({ ...account, url: server.url });
  await eventually(() => expect(titles()).toEqual(['Now', 'Later']));

  const [now, later] = calendar.state?.meetings ?? expect.unreachable();
  expect(JSON.stringify(now)).not.toContain('zoom');
  expect([now?.joinable, later?.joinable]).toEqual([true, false]);
  expect(await calendar.join(now?.id ?? '')).toBe(true);
  expect(await calendar.join(later?.id ?? '')).toBe(false);
  expect(opened).toEqual(['https://eu.zoom.us/j/1']);
  calendar.configure(null);
  expect(calendar.state).toBeNull();
});

test('keeps known meetings while the server does not answer', async () => {
  const server = await testCalendarServer();
  await server.put('one', ['SUMMARY:One', `DTSTART:${inHours(1)}`, `DTEND:${inHours(2)}`]);
  const { calendar, titles } = roomCalendar();
  calendar.configure({ url: server.calendar, username: server.username, password: server.password });
  await eventually(() => expect(titles()).toEqual(['One']));
  const readAt = calendar.state?.readAt;
  await server.stop();
  await calendar.refresh();
  expect(calendar.state).toMatchObject({ error: 'unreachable', readAt });
  expect(titles()).toEqual(['One']);
  await server.restart();
  await calendar.refresh();
  expect(calendar.state?.error).toBeNull();
});

test.each([
  ['a wrong password', { password: 'wrong-password' }, 'login'],
  ['an address without a calendar', { path: 'nobody/nothing/' }, 'not-found'],
] as const)(
  '%s is reported without the password',
  async (_, { password, path = '' }: { password?: string; path?: string }, error) => {
    const server = await testCalendarServer();
    const { calendar, warned } = roomCalendar();
    calendar.configure({
      url: `${path ? `${server.url}room-314/${path}` : server.calendar}`,
      username: server.username,
      password: password ?? server.password,
    });
    await eventually(() => expect(calendar.state).toMatchObject({ error, meetings: null }));
    expect(warned).toHaveLength(1);
    expect(warned.join()).not.toContain(password);
  },
);

test.each(['https://127.0.0.1:9/', 'https://localhost:9/', 'http://calendar.example/'])(
  'a calendar at %s is refused if private addresses are not allowed',
  async (url) => {
    const { calendar } = roomCalendar(false);
    calendar.configure({ url, username: 'room', password: 'lobby' });
    await eventually(() => expect(calendar.state?.error).toBe('private-address'));
  },
);

test.each(['flex', 'smartconference'] as const)('a %s machine has its own calendar', (deployment) => {
  const settings = { url: 'https://cal.example/', username: 'room', password: 'secret' };
  const context = { machine: { [deployment]: { calendar_integration: settings } } };
  expect(calendarSettings({ context, deployment })).toEqual(settings);
  expect(calendarSettings({ context, deployment: 'vanilla' })).toBeNull();
});
