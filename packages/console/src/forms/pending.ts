/** Text that was typed and is not yet in the form's data: controls wait for a pause before they hand it on. */
const pending = new Set<() => void>();

/** Registers an edit that waits; the returned function takes it back. */
export function addPendingEdit(commit: () => void): () => void {
  pending.add(commit);
  return () => pending.delete(commit);
}

/** Hands on everything that was typed in any form of the page. Call it before saving, as with a keyboard shortcut. */
export function flushPendingEdits(): void {
  for (const commit of [...pending]) commit();
}
