import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { restore } from '../db/embedded/restore.ts';
import { StartError } from '../platform/start-error.ts';

// `npm run restore -- FILE [--archive FOLDER --until TIME]`: makes a data folder of a backup, as it was when the backup
// ended, or at a later point in time.
try {
  const { file, point } = readArguments();
  const folder = resolve(readConfig(process.env).dataFolder);
  await restore(resolve(file), folder, point);
  const to = point ? ` as it was at ${point.until.toISOString()}` : '';
  console.log(`Restored into ${folder}${to}. Start Berth on it with npm start.`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Nothing was restored: ${error.message}\n${error.advice}`);
  process.exitCode = 1;
}

function readArguments() {
  const options = { archive: { type: 'string' }, until: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) throw new StartError('No file was named.', 'Say which backup: npm run restore -- FILE');
  const { archive, until } = values;
  if (archive === undefined && until === undefined) return { file, point: undefined };
  const moment = new Date(until ?? '');
  if (archive === undefined || Number.isNaN(moment.getTime())) {
    throw new StartError(
      'A point in time takes both the archive and the time.',
      'npm run restore -- FILE --archive FOLDER --until 2026-01-31T12:00:00Z',
    );
  }
  return { file, point: { archive: resolve(archive), until: moment } };
}
