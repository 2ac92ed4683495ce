import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testFolder } from './folders.ts';
import { freePort } from './ports.ts';
import { eventually } from './wait.ts';

const USER = 'room-314';
const PASSWORD = 'quay';

/** A CalDAV server with one calendar of the room `room-314`, whose password is `quay`. */
export async function testRadicale() {
  const folder = await testFolder();
  const port = await freePort();
  await writeFile(join(folder, 'users'), `${USER}:${PASSWORD}\n`);
  const start = async () => {
    const storage = ['--storage-filesystem-folder', join(folder, 'collections')];
    const auth = ['--auth-type', 'htpasswd', '--auth-htpasswd-filename', join(folder, 'users')];
    const options = [...storage, ...auth, '--auth-htpasswd-encryption', 'plain', '--auth-delay', '0'];
    const child = spawn('radicale', ['--config', '', '--server-hosts', `127.0.0.1:${port}`, ...options], {
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await eventually(async () => expectOk(await fetch(url, { method: 'OPTIONS' })));
    return child;
  };
  const url = `http://127.0.0.1:${port}/`;
  const calendar = `${url}${USER}/calendar/`;
  const headers = { authorization: `Basic ${btoa(`${USER}:${PASSWORD}`)}` };
  const send = async (path: string, method: string, body: string) =>
    expectOk(await fetch(path, { method, body, headers: { ...headers, 'content-type': 'text/calendar' } }));
  let child = await start();
  await send(calendar, 'MKCALENDAR', '');
  return {
    url,
    calendar,
    username: USER,
    password: PASSWORD,
    /** Puts an event into the calendar, given as the lines of its VEVENT; more lines stand before it. */
    put: (uid: string, lines: readonly string[], before: readonly string[] = []) => {
      const event = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'];
      const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Harbor//EN', ...before, ...event, 'END:VCALENDAR', ''];
      return send(`${calendar}${uid}.ics`, 'PUT', all.join('\r\n'));
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
    restart: async () => {
      child = await start();
    },
  };
}

function expectOk(reply: Response): void {
  if (!reply.ok) throw new Error(`the calendar server answered ${reply.status}`);
}
