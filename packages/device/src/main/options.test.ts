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
