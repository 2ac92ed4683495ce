import { createServer } from 'node:http';
import { eventually } from '@berth/testing/wait';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { watchDisk } from '../platform/disk-guard.ts';
import { refuseWritesWhen } from './request-hooks.ts';
import { createHttp } from './server.ts';

const MB = 1024 * 1024;

it('rejects writes to a full disk with 503, keeps reading, and recovers automatically', async () => {
  let free = 500 * MB;
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
  const disk = await watchDisk('/', logger, { measure: async () => free, everyMs: 10 });
  const http = createHttp({ server: createServer(), logger, trustedProxies: [] });
  refuseWritesWhen(http, disk);
  http.get('/books', async () => 'books');
  http.post('/books', async () => 'a book');
  const write = async () => (await http.inject({ method: 'POST', url: '/books' })).statusCode;
  try {
    expect(await write()).toBe(200);
    free = 10 * MB;
    await eventually(async () => expect(await write()).toBe(503));
    const refused = await http.inject({ method: 'POST', url: '/books' });
    expect(refused.json()).toMatchObject({ error: { status: 503, code: 'unavailable' } });
    expect(refused.headers['retry-after']).toBe('10');
    expect((await http.inject({ url: '/books' })).statusCode).toBe(200);
    free = 500 * MB;
    await eventually(async () => expect(await write()).toBe(200));
    expect(log.join()).toContain('The disk is full');
  } finally {
    disk.stop();
    await http.close();
  }
});
