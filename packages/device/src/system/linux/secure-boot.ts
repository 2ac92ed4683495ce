import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecureBoot } from '@berth/contract/device/disk';

const VARIABLES = '/sys/firmware/efi/efivars';
/** Of the UEFI specification's own variables. */
const VENDOR = '8be4df61-93ca-11d2-aa0d-00e098032b8c';
/** A variable's file begins with its attributes. */
const VALUE_AT = 4;

/** Whether the firmware starts signed systems only; undefined without UEFI, or if its variables cannot be read. */
export function secureBoot(folder = VARIABLES): SecureBoot | undefined {
  const isOn = flag(folder, 'SecureBoot');
  if (isOn === undefined) return undefined;
  if (isOn) return 'on';
  return flag(folder, 'SetupMode') ? 'setup' : 'off';
}

function flag(folder: string, name: string): boolean | undefined {
  try {
    const value = readFileSync(join(folder, `${name}-${VENDOR}`)).at(VALUE_AT);
    return value === undefined ? undefined : value === 1;
  } catch {
    return undefined;
  }
}
