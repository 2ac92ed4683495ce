import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a whole file so that, after a power cut, either it or the one before is there: temporary file, fsync, rename. */
export function writeFileDurably(file: string, content: string, mode: number): void {
  const draft = `${file}.new`;
  const handle = openSync(draft, 'w', mode);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  syncFolder(dirname(file));
}

/** Makes what was made, renamed or removed in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
