import { describe, expect, it } from 'vitest';
import { explain, isCovered, isInstalled } from './install.mjs';

const lock = {
  '': {},
  'packages/server': { version: '0.1.0' },
  'node_modules/@berth/server': { link: true },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/win': { version: '1.0.0', optional: true, os: ['win32'] },
  'node_modules/musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
};

describe('installing', () => {
  it('takes an installation as it is when it has all that the lock names', () => {
    expect(isInstalled(lock, { 'node_modules/pg': { version: '8.23.1' } })).toBe(true);
  });

  it('sees a missing package, another version, and another version of an optional one', () => {
    expect(isInstalled(lock, {})).toBe(false);
    expect(isInstalled(lock, { 'node_modules/pg': { version: '8.23.0' } })).toBe(false);
    const win = { version: '2.0.0' };
    expect(isInstalled(lock, { 'node_modules/pg': { version: '8.23.1' }, 'node_modules/win': win })).toBe(false);
  });

  it('installs again for another lock, and for tests where only what runs is there', () => {
    expect(isCovered('running', 'a', 'running a')).toBe(true);
    expect(isCovered('running', 'a', 'everything a')).toBe(true);
    expect(isCovered('everything', 'a', 'running a')).toBe(false);
    expect(isCovered('running', 'b', 'everything a')).toBe(false);
    expect(isCovered('running', 'a', '')).toBe(false);
  });

  it.each([
    [127, 'spawn npm ENOENT', 'Install it'],
    [1, 'npm error code ENOSPC', 'disk is full'],
    [1, "npm error EACCES: permission denied, mkdir '/x'", 'owner of that folder'],
    [1, 'npm error code ENOTFOUND', 'registry cannot be reached'],
    [1, 'npm error code E500', 'what npm said is above'],
    [0, '', 'Allow optional packages'],
  ])('says what to do after exit code %i with "%s"', (code, output, advice) => {
    expect(explain(code, output)).toContain(advice);
  });
});
