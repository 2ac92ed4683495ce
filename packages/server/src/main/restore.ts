import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { restore } from '../db/embedded/restore.ts';
import { StartError } from '../platform/start-error.ts';

// `npm run restore -- FILE`: makes a data folder of a backup.
try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new StartError('No file was named.', 'Say which backup: npm run restore -- FILE');
  const folder = resolve(readConfig(process.env).dataFolder);
  await restore(resolve(file), folder);
  console.log(`Restored into ${folder}. Start Berth on it with npm start.`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Nothing was restored: ${error.message}\n${error.advice}`);
  process.exitCode = 1;
}
