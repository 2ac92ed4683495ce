import { place, type RuleExample, valueAt } from '@berth/contract/testing/rule-table';
import { expect, it } from 'vitest';

/** The server's reaction to a value: the reported faults, none if it was saved; and the stored value afterward. */
export interface Saving {
  readonly saved: boolean;
  readonly refused: readonly string[];
  readonly stored: unknown;
}

/** The paths of the faults in an error reply. */
export function faultPaths(json: unknown): string[] {
  const faults: readonly { path: string }[] = Object(Object(json).error).faults ?? [];
  return faults.map(({ path }) => path);
}

/** A test for each rule of spec chapter 5: valid values are saved, invalid ones are not, and the reply names the field. */
export function testBreaches(rules: readonly RuleExample[], save: (value: unknown) => Promise<Saving>): void {
  it.each(rules)('$rule', async ({ at, valid, invalid }) => {
    for (const value of valid) {
      const { saved, refused, stored } = await save(place(at, value));
      expect({ saved, refused }, JSON.stringify(value)?.slice(0, 200)).toEqual({ saved: true, refused: [] });
      if (typeof value === 'boolean') expect(valueAt(stored, at)).toBe(value);
    }
    for (const { value, faults } of invalid) {
      const { saved, refused, stored } = await save(place(at, value));
      for (const fault of faults) {
        const [path = '', keyword] = fault.split(' ');
        // Spec 5: an empty field with a default is completed, not rejected.
        const filled = saved && keyword === 'required' && valueAt(stored, at + path) !== undefined;
        if (!filled) expect(refused, `${fault} of ${JSON.stringify(value)?.slice(0, 200)}`).toContain(at + path);
      }
    }
  });
}
