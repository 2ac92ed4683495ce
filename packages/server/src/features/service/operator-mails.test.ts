import { beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import type { Mail } from '../../platform/mail.ts';
import { createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { mailOperators, type OperatorMailDeps } from './operator-mails.ts';

const server = await sharedServer({ tuning: { jobs: false } });

const HOUR_MS = 3_600_000;
const sent: Mail[] = [];
let ahead = 0;
let freeBytes = 0;
let isFailing = false;
let isAway = false;
let lastBackupAt: Date | undefined;

const deps: OperatorMailDeps = {
  db: server.database.db,
  clock: { now: () => Date.now() + ahead },
  logger: createLogger('silent'),
  mailer: {
    send: async (mail) => {
      if (isAway) throw new Error('The mail server is away');
      sent.push(mail);
    },
  },
  publicUrl: 'https://berth.example:8443',
  operators: ['ada@operator.example', 'grace@operator.example'],
  languageOf: async (email) => (email.startsWith('grace') ? 'deu' : undefined),
  archive: {
    stop: () => undefined,
    check: async () => ({ isOn: true, isFailing, lastArchivedAt: undefined }),
  },
  disk: {
    isFull: false,
    get freeBytes() {
      return freeBytes;
    },
    stop: () => undefined,
  },
  isEmbedded: true,
  lastBackupAt: () => lastBackupAt,
};

beforeEach(async () => {
  [ahead, freeBytes, isFailing, isAway, lastBackupAt] = [0, 5e9, false, false, new Date()];
  await rowsOf(server, 'delete from operator_alerts');
});

async function mailsAfter(hours: number): Promise<Mail[]> {
  ahead += hours * HOUR_MS;
  await mailOperators(deps);
  return sent.splice(0);
}

it('tells each operator in their language what is wrong, once a day while it lasts', async () => {
  expect(await mailsAfter(0)).toEqual([]);
  isFailing = true;
  const [eng, deu] = await mailsAfter(1);
  expect([eng?.to, eng?.subject]).toEqual(['ada@operator.example', 'The server berth.example:8443 needs attention']);
  expect(eng?.text).toContain('Archiving the database log fails.');
  expect(eng?.text).toContain('https://berth.example:8443/manage/platform/server');
  expect([deu?.to, deu?.subject]).toEqual([
    'grace@operator.example',
    'Handlungsbedarf auf dem Server berth.example:8443',
  ]);
  expect(await mailsAfter(20)).toEqual([]);
  expect(await mailsAfter(5)).toHaveLength(2);
  isFailing = false;
  expect(await mailsAfter(1)).toEqual([]);
  isFailing = true;
  expect(await mailsAfter(1)).toHaveLength(2);
});

it('tells of what is new, with all that lasts', async () => {
  freeBytes = 900_000_000;
  expect((await mailsAfter(0))[0]?.text).toContain('Less than 1 GB is free');
  ahead += 47 * HOUR_MS;
  await mailsAfter(0);
  const [mail] = await mailsAfter(2);
  expect(mail?.text).toContain('Less than 1 GB is free');
  expect(mail?.text).toContain('The last backup is more than two days old.');
});

it('tells them once the mail server is back', async () => {
  [isFailing, isAway] = [true, true];
  await expect(mailOperators(deps)).rejects.toThrow('2 of 2 failed');
  isAway = false;
  expect(await mailsAfter(1)).toHaveLength(2);
});

it('asks for a first backup once the installation is a week old', async () => {
  lastBackupAt = undefined;
  await createTenant(server);
  expect(await mailsAfter(6 * 24)).toEqual([]);
  expect((await mailsAfter(2 * 24))[0]?.text).toContain('npm run backup -- --to FOLDER --keep 7');
  const elsewhere = { ...deps, isEmbedded: false };
  await rowsOf(server, 'delete from operator_alerts');
  await mailOperators(elsewhere);
  expect(sent).toEqual([]);
});
