import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it.each([
  [['--home-args', '--force-dark-mode']],
  [['--headless', '--home-args', ' --force-dark-mode ', '--json']],
  [['--home-args=--force-dark-mode']],
])('%j passes the arguments to the home screen’s browser', (args) => {
  expect(readOptions(args, {})).toMatchObject({ homeArguments: ['--force-dark-mode'] });
});

it('splits browser arguments at spaces', () => {
  const options = readOptions(['--home-args', '--force-dark-mode --lang=de', '--kiosk'], {});
  expect(options).toMatchObject({ homeArguments: ['--force-dark-mode', '--lang=de'], fullscreen: true });
});

it('reads the enrollment code under its former name too; the new name wins', () => {
  const former = { BERTH_ENROLMENT_CODE: 'former' };
  expect(readOptions([], former)).toMatchObject({ enrollmentCode: 'former' });
  expect(readOptions([], { ...former, BERTH_ENROLLMENT_CODE: 'new' })).toMatchObject({ enrollmentCode: 'new' });
});

it.each([
  [undefined, undefined, null],
  ['', undefined, null],
  ['no', undefined, 'never'],
  ['yes', undefined, { disk: 'largest', replacesBerth: false, afresh: false }],
  ['largest', 'yes', { disk: 'largest', replacesBerth: true, afresh: false }],
  ['/dev/nvme0n1', 'no', { disk: '/dev/nvme0n1', replacesBerth: false, afresh: false }],
  ['sda', 'no', { disk: 'sda', replacesBerth: false, afresh: false }],
])('BERTH_INSTALL=%s and BERTH_REINSTALL=%s install %j', (install, reinstall, installPlan) => {
  const env = { BERTH_INSTALL: install, BERTH_REINSTALL: reinstall };
  expect(readOptions([], env)).toMatchObject({ installPlan });
});

it('BERTH_KEEP=no forgets the machine on the disk', () => {
  const env = { BERTH_INSTALL: 'yes', BERTH_KEEP: 'no' };
  expect(readOptions([], env)).toMatchObject({ installPlan: { afresh: true } });
});

it('refuses a disk that is none', () => {
  expect(() => readOptions(['--install', 'sda'], {})).toThrow('--install takes a disk such as /dev/nvme0n1');
});
