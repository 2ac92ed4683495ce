import { randomBytes } from 'node:crypto';
import { eventually } from '@berth/testing/wait';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import type { Mail } from '../platform/mail.ts';
import { createSealer } from '../platform/seal.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';
import { asSystem } from './transaction.ts';

const logger = createLogger('fatal');
const sealer = createSealer(randomBytes(32));
const open: MailQueue[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await asSystem(database.db, (tx) => tx.deleteFrom('queued_mails').execute());
});
afterAll(() => database.drop());

/** A node's queue, whose mail server does `send`; and what arrived. */
function openQueue(send: (mail: Mail) => Promise<void> = async () => undefined, everyMs = 600_000) {
  const arrived: string[] = [];
  const mailer = {
    send: async (mail: Mail) => {
      await send(mail);
      arrived.push(mail.subject);
    },
  };
  const queue = createMailQueue({ db: database.db, sealer, mailer, logger, everyMs, patienceMs: 100 });
  open.push(queue);
  return { ...queue, arrived };
}

const mailOf = (subject: string) => ({ to: 'ann@example.org', subject, text: 'Your code is 123456.' });

function add({ add: put }: MailQueue, subject: string, keepMinutes = 30): Promise<void> {
  return asSystem(database.db, (tx) => put(tx, { kind: 'verifyEmail', mail: mailOf(subject), keepMinutes }));
}

const stored = async () =>
  (await asSystem(database.db, (tx) => tx.selectFrom('queued_mails').selectAll().execute())).map(
    ({ attempts, sealed }) => ({ attempts, sealed }),
  );
const waitOver = () =>
  asSystem(database.db, (tx) => tx.updateTable('queued_mails').set({ mail_at: sql`now()` }).execute());
const refuse = () => Promise.reject(new Error('450 try again later'));

it('sends a mail after a restart that the mail server refused before', async () => {
  const before = openQueue(refuse);
  await add(before, 'invitation');
  before.send();
  await before.close();
  expect(before.arrived).toEqual([]);
  expect(await stored()).toMatchObject([{ attempts: 1 }]);

  const after = openQueue();
  after.send();
  await after.idle();
  // Not again and again: it waits for its next attempt.
  expect(after.arrived).toEqual([]);
  await waitOver();
  after.send();
  await after.idle();
  expect([after.arrived, await stored()]).toEqual([['invitation'], []]);
});

it('sends a mail of a server that stopped right after queuing it, without being told', async () => {
  const before = openQueue();
  await add(before, 'invitation');
  await before.close();
  const after = openQueue(undefined, 20);
  await eventually(() => expect(after.arrived).toEqual(['invitation']));
});

it('sends each mail once from two nodes', async () => {
  const nodes = [openQueue(), openQueue()] as const;
  const subjects = Array.from({ length: 20 }, (_, index) => `mail ${index}`);
  for (const subject of subjects) {
    await add(nodes[0], subject);
    for (const { send } of nodes) send();
  }
  await Promise.all(nodes.map(({ idle }) => idle()));
  expect(nodes.flatMap(({ arrived }) => arrived).toSorted()).toEqual(subjects.toSorted());
});

it('sends other mails while the mail server keeps one waiting', async () => {
  const { promise: stuck, resolve: goOn } = Promise.withResolvers<void>();
  const queue = openQueue(async ({ subject }) => (subject === 'slow' ? stuck : undefined));
  await add(queue, 'slow');
  queue.send();
  await add(queue, 'quick');
  queue.send();
  await eventually(() => expect(queue.arrived).toEqual(['quick']));
  // A server that stops does not wait for it either.
  await queue.close();
  expect(await stored()).toMatchObject([{ attempts: 1 }]);
  goOn();
  await queue.idle();
});

it('tries others again while the mail server keeps one waiting, without being told', async () => {
  const { promise: stuck, resolve: goOn } = Promise.withResolvers<void>();
  const queue = openQueue(async ({ subject }) => (subject === 'slow' ? stuck : undefined), 20);
  await add(queue, 'slow');
  await eventually(async () => expect(await stored()).toMatchObject([{ attempts: 1 }]));
  await add(queue, 'due later');
  await eventually(() => expect(queue.arrived).toEqual(['due later']));
  goOn();
});

it('forgets a mail whose time is over, and one of a transaction that fails', async () => {
  const queue = openQueue(undefined, 20);
  await add(queue, 'decoy', 0);
  const failing = asSystem(database.db, async (tx) => {
    await queue.add(tx, { kind: 'verifyEmail', mail: mailOf('undone'), keepMinutes: 30 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  queue.send();
  await queue.idle();
  await eventually(async () => expect(await stored()).toEqual([]));
  expect(queue.arrived).toEqual([]);
});

it('keeps codes unreadable in the database', async () => {
  const queue = openQueue(refuse);
  await add(queue, 'code');
  const [{ sealed } = { sealed: '' }] = await stored();
  expect(sealed).toMatch(/^sealed:/);
  expect(Buffer.from(sealed.slice('sealed:v1:'.length), 'base64url').toString('latin1')).not.toContain('123456');
});
