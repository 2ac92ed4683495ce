import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OsManifest, SignedOsManifest } from '@berth/contract/device/os-manifest';
import { newestOf, OS_MANIFEST_FILE } from '@berth/contract/rules/os-versions';
import type { Logger } from '../../platform/logger.ts';
import { matcher } from '../../platform/schema.ts';

/** A version in the folder of images. */
export interface OsImage {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: OsManifest;
}

/** Files of a version besides those of its manifest: Debian's packages, and the CVEs that each fixes. */
const PACKAGES_FILE = 'packages';
const FIXES_FILE = 'fixes';

/** The versions of Berth OS that the server offers: subfolders as `npm run os` makes them. */
export interface OsImages {
  /** Newest first, per channel and architecture. Without versions whose files are not complete. */
  list(): Promise<readonly OsImage[]>;
}

const isSigned = matcher(SignedOsManifest);
const isManifest = matcher(OsManifest);

/** Reads a folder of images. A version may be added or removed while the server runs. */
export function openImages(folder: string | undefined, logger: Logger): OsImages {
  const read = new Map<string, { readonly changed: number; readonly manifest: OsManifest | null }>();

  async function manifestOf(file: string): Promise<OsManifest | null> {
    const changed = (await stat(file).catch(() => null))?.mtimeMs;
    if (changed === undefined) return null;
    const known = read.get(file);
    if (known?.changed === changed) return known.manifest;
    const manifest = understand(await readFile(file, 'utf8'));
    if (manifest === null) logger.warn({ file }, 'A manifest of Berth OS is invalid, and not offered');
    read.set(file, { changed, manifest });
    return manifest;
  }

  return {
    list: async () => {
      if (folder === undefined) return [];
      const names = await readdir(folder).catch(() => []);
      const images = await Promise.all(
        names.map(async (name) => {
          const own = join(folder, name);
          const manifest = await manifestOf(join(own, OS_MANIFEST_FILE));
          return manifest && (await isComplete(own, manifest)) ? [{ folder: own, manifest }] : [];
        }),
      );
      return images.flat();
    },
  };
}

function understand(text: string): OsManifest | null {
  try {
    const signed: unknown = JSON.parse(text);
    if (!isSigned(signed)) return null;
    const manifest: unknown = JSON.parse(Buffer.from(signed.payload, 'base64').toString());
    return isManifest(manifest) ? manifest : null;
  } catch {
    return null;
  }
}

/** A version that is still being copied is not offered. */
async function isComplete(folder: string, { files }: OsManifest): Promise<boolean> {
  const sizes = await Promise.all(files.map(({ name }) => stat(join(folder, name)).catch(() => null)));
  return sizes.every((found, index) => found?.size === files[index]?.bytes);
}

/** What selects a version, or its channel. */
export interface Selection {
  readonly channel: string;
  readonly architecture: string;
  readonly version?: string | undefined;
}

/** The selected version, or the newest of the channel. */
export function selectImage(images: readonly OsImage[], { channel, architecture, version }: Selection) {
  const found = images.filter(
    ({ manifest }) =>
      manifest.channel === channel &&
      manifest.architecture === architecture &&
      (version === undefined || manifest.version === version),
  );
  const newest = newestOf(found.map(({ manifest }) => manifest));
  return found.find(({ manifest }) => manifest === newest);
}

/** Debian's packages of a version, by name; empty without a list. */
export async function readPackages({ folder }: OsImage) {
  const [packages, fixes] = await Promise.all(
    [PACKAGES_FILE, FIXES_FILE].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  );
  const fixed = new Map(words(fixes).map(([name = '', ...cves]) => [name, cves]));
  return words(packages).map(([name = '', version = '', source = name]) => {
    return { name, version, source, fixes: fixed.get(source) ?? [] };
  });
}

function words(text = ''): string[][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '));
}
