import { expect, test } from 'vitest';
import { canHoldTests } from './temporary.mjs';

const GB = 1024 ** 3;
const DEBIAN = {
  mounts: 'proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev,inode64 0 0\n',
  roomBytes: 8 * GB,
  freeBytes: 12 * GB,
};

test('tests use the folder in memory of a Debian with enough of it', () => {
  expect(canHoldTests(DEBIAN)).toBe(true);
  expect(canHoldTests({ ...DEBIAN, roomBytes: 2 * GB })).toBe(false);
  expect(canHoldTests({ ...DEBIAN, freeBytes: 6 * GB })).toBe(false);
});

test('tests use no folder from which no program may be started', () => {
  const container = 'shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=8388608k 0 0\n';
  expect(canHoldTests({ ...DEBIAN, mounts: container })).toBe(false);
  expect(canHoldTests({ ...DEBIAN, mounts: 'tmpfs /dev/shm tmpfs ro,nosuid 0 0\n' })).toBe(false);
  expect(canHoldTests({ ...DEBIAN, mounts: '/dev/sda1 /dev/shm ext4 rw 0 0\n' })).toBe(false);
  expect(canHoldTests({ ...DEBIAN, mounts: 'proc /proc proc rw 0 0\n' })).toBe(false);
});
