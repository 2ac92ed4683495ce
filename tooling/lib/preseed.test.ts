import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './paths.mjs';

const KNOWN =
  'BERTH_SERVER BERTH_ENROLLMENT_CODE BERTH_PRODUCT_ID BERTH_OPTIONS BERTH_INSTALL BERTH_REINSTALL BERTH_KEEP BERTH_SECURE_BOOT';

/** Settings that the package takes from these files of a machine, and its journal lines. */
function preseed(files: Readonly<Record<string, string>>): Settings {
  return run(preseedFolder(files));
}

interface Settings {
  readonly taken: string[];
  readonly told: string[];
}

function preseedFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'berth-preseed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

function run(folder: string): Settings {
  const out = join(folder, 'out');
  const env = { PATH: '/usr/bin:/bin', BERTH_PRESEED_ROOT: folder, BERTH_PRESEED_OUT: out };
  const script = join(root, 'deploy/deb/files/usr/lib/berth/preseed');
  const { status, stderr } = spawnSync('sh', [script], { env, encoding: 'utf8' });
  expect(status).toBe(0);
  const lines = (text: string) => text.split('\n').filter(Boolean);
  return { taken: lines(readFileSync(out, 'utf8')), told: lines(stderr) };
}

test('reads the documented settings from berth.conf, as editors on any system write it', () => {
  const text =
    '\ufeffBERTH_SERVER = https://berth.example/?a=b\r\n\r\n# ours\r\n BERTH_PRODUCT_ID=P-1 \r\nBERTH_OPTIONS=--a --b';
  expect(preseed({ 'boot/berth.conf': text })).toEqual({
    taken: ['BERTH_SERVER=https://berth.example/?a=b', 'BERTH_PRODUCT_ID=P-1', 'BERTH_OPTIONS=--a --b'],
    told: [],
  });
});

test('reads the former spelling of the enrollment code; the last value wins', () => {
  const files = {
    'boot/berth.conf': 'BERTH_ENROLLMENT_CODE=first',
    'boot/efi/berth.conf': 'BERTH_ENROLMENT_CODE=second',
    'proc/cmdline': 'quiet berth.server=https://berth.example berth.enroll=*',
  };
  const codes = ['first', 'second', '*'].map((code) => `BERTH_ENROLLMENT_CODE=${code}`);
  expect(preseed(files).taken).toEqual([...codes.slice(0, 2), 'BERTH_SERVER=https://berth.example', codes[2]]);
});

test('reports unknown settings by key, lists the known ones, and prints no value', () => {
  const text = 'BERTH_SERVR=https://berth.example\nPATH=/evil\nsecret-code\nBERTH_SERVER BERTH_OPTIONS=secret';
  expect(preseed({ 'boot/firmware/berth.conf': text, 'proc/cmdline': 'quiet berth.code=secret' })).toEqual({
    taken: [],
    told: [
      `/boot/firmware/berth.conf, line 1: BERTH_SERVR is not used. Known are: ${KNOWN}.`,
      `/boot/firmware/berth.conf, line 2: PATH is not used. Known are: ${KNOWN}.`,
      `/boot/firmware/berth.conf, line 3, which is not KEY=value, is not used. Known are: ${KNOWN}.`,
      `/boot/firmware/berth.conf, line 4, which is not KEY=value, is not used. Known are: ${KNOWN}.`,
      "berth.code on the kernel's command line is not used. Known are: berth.server= berth.enroll=.",
    ],
  });
});

const BERTH_OS = {
  'usr/lib/os-release': 'ID=debian\nIMAGE_ID=berth\nIMAGE_VERSION=1.1\n',
  // Its attributes, and whether Secure Boot is on.
  'sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c': '\u0006\0\0\0\u0001',
};
const KEPT = 'BERTH_SERVER=https://berth.example\n';
const THIEF = 'BERTH_SERVER=https://evil.example\nBERTH_OPTIONS=--allow-shell';
const REGISTERED = JSON.stringify({ version: 1, desired: { revision: 1 } });

test('a machine that is registered under Secure Boot does not follow what a thief writes to its boot partition', () => {
  const own = { 'var/lib/berth/preseed.env': KEPT, 'var/lib/berth/state.json': REGISTERED };
  expect(preseed({ ...BERTH_OS, ...own, 'boot/berth.conf': THIEF, 'proc/cmdline': 'berth.server=x' })).toEqual({
    taken: [KEPT.trim()],
    told: ['This machine is registered and has Secure Boot on: berth.conf is not read any more.'],
  });
});

const NEW = JSON.stringify({ version: 1, desired: null });
test.each([
  ['is not registered', { 'var/lib/berth/state.json': NEW }],
  [
    'has no Secure Boot',
    { 'sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c': '\u0006\0\0\0\0' },
  ],
  ['runs Debian', { 'usr/lib/os-release': 'ID=debian\n' }],
])('a machine that %s follows its boot partition', (_, files) => {
  const own = { 'var/lib/berth/preseed.env': KEPT, 'var/lib/berth/state.json': REGISTERED };
  expect(preseed({ ...BERTH_OS, ...own, ...files, 'boot/berth.conf': THIEF }).taken).toEqual(THIEF.split('\n'));
});

test('settings are kept under Secure Boot for the time after registration', () => {
  const folder = preseedFolder({ ...BERTH_OS, 'boot/berth.conf': KEPT });
  expect(run(folder).taken).toEqual([KEPT.trim()]);
  writeFileSync(join(folder, 'boot/berth.conf'), THIEF);
  writeFileSync(join(folder, 'var/lib/berth/state.json'), REGISTERED);
  expect(run(folder).taken).toEqual([KEPT.trim()]);
});
