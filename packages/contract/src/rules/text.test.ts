import { expect, it } from 'vitest';
import { restoredNote, restoredRevision } from './text.ts';

it('a note says which revision was restored, and what people wrote is left to them', () => {
  expect(restoredRevision(restoredNote(12))).toBe(12);
  for (const note of ['', '↺', '↺ again', '↺ 1 by mistake', 'back to 3', '12']) {
    expect(restoredRevision(note)).toBeUndefined();
  }
});
