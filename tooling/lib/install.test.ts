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
  it('keeps an installation that has everything in the lock file', () => {
    expect(isInstalled(lock, { 'node_modules/pg': { version: '8.23.1' } })).toBe(true);
  });

  it('detects a missing package, another version, and another version of an optional one', () => {
    expect(isInstalled(lock, {})).toBe(false);
    expect(isInstalled(lock, { 'node_modules/pg': { version: '8.23.0' } })).toBe(false);
    const win = { version: '2.0.0' };
    expect(isInstalled(lock, { 'node_modules/pg': { version: '8.23.1' }, 'node_modules/win': win })).toBe(false);
  });

  it('reinstalls for another lock file, and for tests if only runtime packages are installed', () => {
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
    [1, 'npm error code ENOTFOUND', 'registry is unreachable'],
    [1, 'npm error code E500', "see npm's output above"],
    [0, '', 'Allow optional packages'],
  ])('explains exit code %i with "%s"', (code, output, advice) => {
    expect(explain(code, output)).toContain(advice);
  });
});
