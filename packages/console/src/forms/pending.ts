/** Uncommitted text of the forms: controls wait for a pause before they commit. */
const pending = new Set<() => void>();

/** Registers a pending edit; returns a function that unregisters it. */
export function addPendingEdit(commit: () => void): () => void {
  pending.add(commit);
  return () => pending.delete(commit);
}

/** Commits all pending text in any form of the page. Call it before saving, as with a keyboard shortcut. */
export function flushPendingEdits(): void {
  for (const commit of [...pending]) commit();
}
