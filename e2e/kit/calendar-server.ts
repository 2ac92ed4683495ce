import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';

/** A CalDAV server (Debian's radicale) with the calendar of one room. */
export interface CalendarServer {
  readonly settings: { readonly url: string; readonly username: string; readonly password: string };
  /** Puts a meeting into the calendar; hours are counted from now. */
  readonly meet: (title: string, startsIn: number, endsIn: number, more?: readonly string[]) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

const ROOM = 'room-314';
const PASSWORD = 'harbor-master';

export async function startCalendarServer(): Promise<CalendarServer> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-e2e-calendar-'));
  const root = `127.0.0.1:${await freePort()}`;
  await writeFile(join(folder, 'users'), `${ROOM}:${PASSWORD}\n`);
  const auth = ['--auth-type', 'htpasswd', '--auth-htpasswd-filename', join(folder, 'users')];
  const storage = ['--storage-filesystem-folder', join(folder, 'collections')];
  const options = ['--config', '', '--server-hosts', root, ...auth, '--auth-htpasswd-encryption', 'plain', ...storage];
  const child = spawn('radicale', options, { stdio: 'ignore' });
  const calendar = `http://${root}/${ROOM}/calendar/`;
  const send = async (path: string, method: string, body: string): Promise<void> => {
    const headers = { authorization: `Basic ${btoa(`${ROOM}:${PASSWORD}`)}`, 'content-type': 'text/calendar' };
    const reply = await fetch(`${calendar}${path}`, { method, body, headers });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}`);
  };
  for (let attempt = 0; ; attempt++) {
    try {
      await send('', 'MKCALENDAR', '');
      break;
    } catch (error) {
      if (attempt > 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    settings: { url: calendar, username: ROOM, password: PASSWORD },
    meet: (title, startsIn, endsIn, more = []) => {
      const times = [`DTSTART:${inHours(startsIn)}`, `DTEND:${inHours(endsIn)}`];
      const uid = title.replaceAll(/\W/g, '-');
      const event = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', `SUMMARY:${title}`, ...times, ...more];
      const all = [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Harbor//EN',
        ...event,
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ];
      return send(`${uid}.ics`, 'PUT', all.join('\r\n'));
    },
    dispose: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function inHours(hours: number): string {
  return `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
