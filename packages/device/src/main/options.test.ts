import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it.each([
  [['--home-args', '--force-dark-mode']],
  [['--headless', '--home-args', ' --force-dark-mode ', '--json']],
  [['--home-args=--force-dark-mode']],
])('%j hands the arguments to the browser of the home screen', (args) => {
  expect(readOptions(args, {})).toMatchObject({ homeArguments: ['--force-dark-mode'] });
});

it('several arguments for the browser are parted by blanks', () => {
  const options = readOptions(['--home-args', '--force-dark-mode --lang=de', '--kiosk'], {});
  expect(options).toMatchObject({ homeArguments: ['--force-dark-mode', '--lang=de'], fullscreen: true });
});
