import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, listening } from './ports.ts';
import { endProgram } from './process.ts';

const USER = 'room-314';
const PASSWORD = 'radicale-password';

/** A real CalDAV server (Debian's radicale) with one calendar of the room `room-314`. */
export interface Radicale {
  readonly url: string;
  /** URL of the room's calendar. */
  readonly calendar: string;
  readonly username: string;
  readonly password: string;
  /** Adds an event, given as the lines of its VEVENT; `before` holds lines that precede it. */
  readonly put: (uid: string, lines: readonly string[], before?: readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Stops it and removes its data. */
  readonly dispose: () => Promise<void>;
}

export async function startRadicale(): Promise<Radicale> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-radicale-'));
  const port = await freePort();
  await writeFile(join(folder, 'users'), `${USER}:${PASSWORD}\n`);
  const start = async (): Promise<ChildProcess> => {
    const storage = ['--storage-filesystem-folder', join(folder, 'collections')];
    const auth = ['--auth-type', 'htpasswd', '--auth-htpasswd-filename', join(folder, 'users')];
    const options = [...storage, ...auth, '--auth-htpasswd-encryption', 'plain', '--auth-delay', '0'];
    const started = spawn('radicale', ['--config', '', '--server-hosts', `127.0.0.1:${port}`, ...options], {
      stdio: 'ignore',
    });
    await listening(port);
    return started;
  };
  const url = `http://127.0.0.1:${port}/`;
  const calendar = `${url}${USER}/calendar/`;
  const headers = { authorization: `Basic ${btoa(`${USER}:${PASSWORD}`)}`, 'content-type': 'text/calendar' };
  const send = async (path: string, method: string, body: string): Promise<void> => {
    const reply = await fetch(path, { method, body, headers });
    if (!reply.ok) throw new Error(`the calendar server answered ${reply.status}`);
  };
  let child = await start();
  await send(calendar, 'MKCALENDAR', '');
  return {
    url,
    calendar,
    username: USER,
    password: PASSWORD,
    put: (uid, lines, before = []) => {
      const event = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'];
      const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...before, ...event, 'END:VCALENDAR', ''];
      return send(`${calendar}${uid}.ics`, 'PUT', all.join('\r\n'));
    },
    stop: () => endProgram(child),
    restart: async () => {
      child = await start();
    },
    dispose: async () => {
      await endProgram(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
