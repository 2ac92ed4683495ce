import { describe, expect, it } from 'vitest';
import { entryHolding } from './use-focus.ts';

describe('the entry that opens for a field', () => {
  it.each([
    ['1.display_name', '', 1],
    ['12', '', 12],
    ['layouts.0.layout.2.widget', 'layouts', 0],
    ['layouts.0.layout.2.widget', 'layouts.0.layout', 2],
    ['layouts.0.name', 'layouts.0.layout', undefined],
    ['layoutsX.0', 'layouts', undefined],
    ['display_name', '', undefined],
    [undefined, '', undefined],
  ])('for %j in the list at %j is %j', (path, list, index) => expect(entryHolding(path, list)).toBe(index));
});
