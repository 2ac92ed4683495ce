import type { MachineId } from '../ids.ts';
import { MACHINE_SHORT_ID_LENGTH } from '../limits.ts';

/** The first six characters of a machine's id, upper case (spec chapter 3, Machine). */
export function shortId(id: MachineId): string {
  return id.slice(0, MACHINE_SHORT_ID_LENGTH).toUpperCase();
}
