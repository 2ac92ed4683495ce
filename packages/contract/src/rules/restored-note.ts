const SIGN = '↺';

/** What is noted at a revision that restores an earlier one: a sign instead of a sentence, for every language. */
export function restoredNote(revision: number): string {
  return `${SIGN} ${revision}`;
}

/** Which revision a note says was restored; undefined for what people wrote. */
export function restoredRevision(note: string): number | undefined {
  const [sign, revision = '', ...rest] = note.split(' ');
  return sign === SIGN && rest.length === 0 && /^[1-9][0-9]{0,8}$/.test(revision) ? Number(revision) : undefined;
}
