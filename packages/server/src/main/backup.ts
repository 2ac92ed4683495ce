import { readConfig } from '../config/config.ts';
import { backUp } from '../db/embedded/backup.ts';
import { OWNER } from '../db/embedded/cluster.ts';
import { rolePassword } from '../db/roles.ts';
import { installationSecret, prepareDataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';

// `npm run backup -- FILE`: one file with everything of an installation, while its server runs or not.
try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new StartError('No file was named.', 'Say where to: npm run backup -- FILE');
  const { dataFolder, databaseUrl, secret } = readConfig(process.env);
  if (databaseUrl !== undefined) {
    throw new StartError(
      'The database is a server of your own (DATABASE_URL).',
      'Back it up with its own tools, such as pg_dump or pgBackRest, and keep BERTH_SECRET with the backup.',
    );
  }
  const folder = prepareDataFolder(dataFolder);
  await backUp(folder, file, rolePassword(secret ?? installationSecret(folder), OWNER));
  console.log(`Backed up to ${file}. It holds the installation's secret: keep it where nobody else reads it.`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`No backup was made: ${error.message}\n${error.advice}`);
  process.exitCode = 1;
}
