import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import type { ArchivePoint } from '../db/embedded/archive.ts';
import { restore } from '../db/embedded/restore.ts';
import { proveSecret } from '../features/identity/provider/keys.ts';
import { createLogger } from '../platform/logger.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand } from './command.ts';

const USAGE = `Usage: npm run restore -- FILE [--archive FOLDER [--until TIME]]
Makes a data folder of a backup: BERTH_DATA names a folder that is not there yet, or empty. As it was when the backup
ended; with --archive (what BERTH_WAL_ARCHIVE named) as it was last, or at TIME, such as 2026-01-31T12:00:00Z.`;

await runCommand({
  usage: USAGE,
  failure: 'Nothing was restored',
  operands: ['FILE'],
  options: ['archive', 'until'],
  run: async ([file = ''], { archive, until }) => {
    const point = pointOf(archive, until);
    const config = readConfig(process.env);
    const folder = resolve(config.dataFolder);
    await restore(resolve(file), folder, {
      point,
      secret: config.secret,
      logger: createLogger(config.logLevel),
      prove: proveSecret,
    });
    const moment = point?.until === undefined ? 'the newest archived change' : point.until.toISOString();
    const to = point ? ` as it was at ${moment}` : '';
    console.log(`Restored into ${folder}${to}. Its secret opens it. Start Berth on it with npm start.`);
    return 0;
  },
});

function pointOf(archive: string | undefined, until: string | undefined): ArchivePoint | undefined {
  if (archive === undefined) {
    if (until === undefined) return undefined;
    throw new StartError('A point in time (--until) takes the archive, too (--archive).', USAGE);
  }
  if (until === undefined) return { archive: resolve(archive), until: undefined };
  const moment = new Date(until);
  if (Number.isNaN(moment.getTime())) throw new StartError(`--until ${until} is not a time.`, USAGE);
  if (moment.getTime() > Date.now()) throw new StartError(`--until ${until} is in the future.`, USAGE);
  return { archive: resolve(archive), until: moment };
}
