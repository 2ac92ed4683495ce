import { expect, test } from 'vitest';
import { INSTALL_BYTES_MIN } from './installation.ts';

test('Berth OS is installed on disks from 5.5 GB, as manufacturers count', () => {
  expect((INSTALL_BYTES_MIN / 1e9).toFixed(1)).toBe('5.5');
});
