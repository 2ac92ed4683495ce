import { expect, it } from 'vitest';
import { restoredNote, restoredRevision } from './text.ts';

it('a note names the restored revision, and the text of users is unchanged', () => {
  expect(restoredRevision(restoredNote(12))).toBe(12);
  for (const note of ['', '↺', '↺ again', '↺ 1 by mistake', 'back to 3', '12']) {
    expect(restoredRevision(note)).toBeUndefined();
  }
});
