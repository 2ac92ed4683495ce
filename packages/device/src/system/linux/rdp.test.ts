import { expect, test } from 'vitest';
import type { RdpLaunch } from '../ports/programs.ts';
import { rdpCommand } from './rdp.ts';

const plain: RdpLaunch = {
  className: 'berth-session-1',
  title: 'Office',
  host: 'rds.example:3390',
  domain: 'LOBBY',
  user: 'anna',
  password: 'correct horse',
  fullscreen: false,
  multiDisplay: false,
  smartcards: false,
  driveHotplug: false,
  reconnect: false,
  trust: { fingerprint: '', authority: '' },
};
const everything: RdpLaunch = {
  ...plain,
  fullscreen: true,
  multiDisplay: true,
  smartcards: true,
  driveHotplug: true,
  reconnect: true,
};

/** Everything that FreeRDP reads, from arguments and standard input. */
const told = (launch: RdpLaunch, version: 2 | 3) => {
  const { args, input } = rdpCommand(launch, version, null);
  return [...args, ...input.split('\n')];
};

test.each([2, 3] as const)('FreeRDP %i gets the password through standard input, not as an argument', (version) => {
  const { args, input } = rdpCommand(plain, version, null);
  expect(args.join(' ')).not.toContain(plain.password);
  expect(input).toContain(plain.password);
});

test.each([2, 3] as const)(
  'FreeRDP %i is told what the profile says, and takes no certificate that is unknown',
  (version) => {
    const always = [
      '/v:rds.example:3390',
      '/u:anna',
      '/d:LOBBY',
      '/t:Office',
      '/wm-class:berth-session-1',
      '/cert:deny',
      '-grab-keyboard',
      '-toggle-fullscreen',
    ];
    expect(told(plain, version)).toEqual(expect.arrayContaining([...always, '/dynamic-resolution', '-auto-reconnect']));
    const extras = ['/f', '/multimon', '/smartcard', '/drive:hotplug,*', '+auto-reconnect'];
    expect(told(everything, version)).toEqual(expect.arrayContaining([...always, ...extras]));
    for (const extra of extras) expect(told(plain, version)).not.toContain(extra);
  },
);

test.each([2, 3] as const)('FreeRDP %i accepts only the checked certificate', (version) => {
  const { args, input } = rdpCommand(plain, version, 'ab'.repeat(32));
  expect([...args, ...input.split('\n')]).toContain(`/cert:deny,fingerprint:sha256:${'ab:'.repeat(31)}ab`);
});
