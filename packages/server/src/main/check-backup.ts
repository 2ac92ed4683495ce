import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { backupsIn } from '../db/embedded/backup-folder.ts';
import { restore } from '../db/embedded/restore.ts';
import { proveSecret } from '../features/identity/provider/keys.ts';
import { createLogger } from '../platform/logger.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand } from './command.ts';

await runCommand({
  usage: `Usage: npm run check-backup -- FILE|FOLDER
Restores a backup, or the newest one of a folder, to a scratch folder (TMPDIR), starts its database, decrypts its secrets, and
removes it again. Needs as much room as the data folder.`,
  failure: 'The backup cannot be restored',
  operands: ['FILE|FOLDER'],
  options: [],
  run: async ([given = '']) => {
    const path = resolve(given);
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    const file = isFolder ? backupsIn(path).at(-1) : path;
    if (file === undefined)
      throw new StartError(`No backup in ${path}.`, 'Make one with `npm run backup -- --to FOLDER`.');
    const { secret, logLevel } = readConfig(process.env);
    const scratch = mkdtempSync(join(tmpdir(), 'berth-check-'));
    try {
      const options = { point: undefined, secret, logger: createLogger(logLevel), prove: proveSecret };
      await restore(file, join(scratch, 'data'), options);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
    console.log(`${file} can be restored: its database starts, and its secret opens it.`);
    return 0;
  },
});
