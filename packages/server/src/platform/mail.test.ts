import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMailer } from './mail.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-mail-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mail = { to: 'ann@example.org', subject: 'Grüße', text: 'Your code is 123456.\n' };
const from = 'Berth <berth@example.org>';

it('writes one file per message to the outbox, in order, readable by its owner only', async () => {
  const outbox = join(folder, 'outbox');
  const mailer = createMailer({ smtpUrl: undefined, outbox, from });
  for (const subject of ['first', 'second']) await mailer.send({ ...mail, subject });
  const files = readdirSync(outbox).sort();
  expect(files.map((file) => /^Subject: (.*)$/m.exec(readFileSync(join(outbox, file), 'utf8'))?.[1]?.trim())).toEqual([
    'first',
    'second',
  ]);
  expect(files.every((file) => file.endsWith('.eml'))).toBe(true);
  expect(statSync(join(outbox, files[0] ?? '')).mode & 0o077).toBe(0);
  const text = readFileSync(join(outbox, files[0] ?? ''), 'utf8');
  expect(text).toMatch(/^From: Berth <berth@example.org>\r?$/m);
  expect(text).toContain('Your code is 123456.');
});

it('tells mail programs how to unsubscribe with one click', async () => {
  const mailer = createMailer({ smtpUrl: undefined, outbox: folder, from });
  const link = `https://berth.example/unsubscribe/${'0123456789'.repeat(15)}`;
  await mailer.send({ ...mail, unsubscribeLink: link });
  const [file = ''] = readdirSync(folder);
  const head = readFileSync(join(folder, file), 'utf8')
    .split('\r\n\r\n')[0]
    ?.replaceAll(/\r\n\s+/g, ' ');
  expect(head).toContain(`List-Unsubscribe: <${link}>`);
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

it('sends messages to the configured mail server, and fails if it rejects them', async () => {
  const said: string[] = [];
  let refuse = false;
  const server = createServer((socket) => {
    let inMessage = false;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk
        .toString()
        .split('\r\n')
        .filter((each) => each !== '')) {
        said.push(line);
        if (inMessage && line !== '.') continue;
        if (line === 'DATA') socket.write('354 go on\r\n');
        else if (refuse && line.startsWith('RCPT')) socket.write('550 nobody here\r\n');
        else socket.write('250 fine\r\n');
        inMessage = line === 'DATA';
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, outbox: folder, from });
  await mailer.send(mail);
  expect(said).toEqual(
    expect.arrayContaining(['MAIL FROM:<berth@example.org>', 'RCPT TO:<ann@example.org>', 'Your code is 123456.']),
  );
  expect(readdirSync(folder)).toEqual([]);
  refuse = true;
  await expect(mailer.send(mail)).rejects.toThrow('nobody here');
  server.close();
});
