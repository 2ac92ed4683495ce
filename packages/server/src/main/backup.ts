import { readConfig } from '../config/config.ts';
import { backUp } from '../db/embedded/backup.ts';
import { existingDataFolder, secretInForce } from '../platform/data-folder.ts';
import { createLogger } from '../platform/logger.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand } from './command.ts';

await runCommand({
  usage: `Usage: npm run backup -- FILE
Writes everything of an installation with the embedded database to FILE, while its server runs or not: the database, the
files and the secret. BERTH_DATA names the data folder; BERTH_SECRET is set as it is for the server.`,
  failure: 'No backup was made',
  operands: ['FILE'],
  options: [],
  run: async ([file = '']) => {
    const { dataFolder, databaseUrl, secret, walArchive, logLevel } = readConfig(process.env);
    if (databaseUrl !== undefined) {
      throw new StartError(
        'The database is a server of your own (DATABASE_URL).',
        'Back it up with its own tools, such as pg_dump or pgBackRest, and keep BERTH_SECRET with the backup.',
      );
    }
    const folder = existingDataFolder(dataFolder);
    await backUp(folder, file, {
      secret: secretInForce(secret, folder),
      archive: walArchive,
      logger: createLogger(logLevel),
    });
    console.log(`Backed up to ${file}. It holds the installation's secret: keep it where nobody else reads it.`);
    return 0;
  },
});
