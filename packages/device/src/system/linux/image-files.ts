import { join } from 'node:path';
import { OS_PARTS, type OsManifest } from '@berth/contract/device/os-manifest';
import { OS_BLOCKS_ENDING } from '@berth/contract/rules/os-versions';
import { httpRequest } from '../http-request.ts';
import { type BlockList, publishedBlocks, verityBlocks } from './block-list.ts';
import { downloadChanged } from './changed-blocks.ts';
import { download, type Wanted } from './download.ts';
import type { DownloadOptions } from './http-download.ts';
import { entryOf, type Image, type ImagePlaces } from './image.ts';

const LIST_TIMEOUT_MS = 30_000;
const MB = 1_000_000;
type Part = OsManifest['files'][number]['part'];

/** Where a version's files are until they are installed. */
export function incomingFolder({ folder }: ImagePlaces): string {
  return join(folder, 'update');
}

/**
 * Downloads a version's files, of root and kernel only the blocks that the running version does not have, where that works.
 * Resolves to how much was downloaded, as text. `onKernel` gets the kernel's file before the root is downloaded.
 */
export async function fetchFiles(
  image: Image,
  { version, files }: OsManifest,
  source: URL,
  onProgress: (doing: string) => void,
  { onKernel, ...options }: DownloadOptions & { onKernel?: (file: string) => Promise<void> },
): Promise<string> {
  const folder = incomingFolder(image.places);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  let fetched = 0;
  let told = -1;
  const verity = files.find(({ part }) => part === 'verity');
  // The root is the largest, and the hashes list its blocks.
  const inOrder = OS_PARTS.toReversed().flatMap((part) => files.filter((file) => file.part === part));
  for (const { part, name, bytes, sha256 } of inOrder) {
    const onBytes = (arrived: number): void => {
      const percent = Math.floor(((done + arrived) / total) * 100);
      if (percent === told) return;
      told = percent;
      onProgress(`${version} ${percent} % (${Math.round(total / MB)} MB)`);
    };
    const wanted = { address: new URL(name, source), to: join(folder, name), bytes, sha256 };
    const list = async () => {
      if (part === 'root' && verity) return verityBlocks(join(folder, verity.name), bytes);
      return part === 'kernel' ? kernelBlocks(wanted) : null;
    };
    fetched += await fetchFile(wanted, seedOf(image, part), list, { ...options, onBytes });
    done += bytes;
    if (part === 'kernel') await onKernel?.(wanted.to);
  }
  return `${Math.round(fetched / MB)} of ${Math.round(total / MB)} MB`;
}

/** The part of the running version that a part of the next one resembles. */
function seedOf({ places, release }: Image, part: Part): string | null {
  if (part === 'root') return places.root;
  const entry = part === 'kernel' ? entryOf(places.entries, release.version) : null;
  return entry ? join(places.entries, entry) : null;
}

/** The whole file is what is left if its blocks are of no use. */
async function fetchFile(
  wanted: Wanted,
  seed: string | null,
  list: () => Promise<BlockList | null>,
  options: DownloadOptions,
): Promise<number> {
  const blocks = seed === null ? null : await list().catch(() => null);
  const fetched = seed === null || blocks === null ? null : await downloadChanged(wanted, blocks, seed, options);
  if (fetched !== null) return fetched;
  await download(wanted, options);
  return wanted.bytes;
}

async function kernelBlocks({ address, bytes }: Wanted): Promise<BlockList | null> {
  const list = new URL(`${address.pathname}${OS_BLOCKS_ENDING}`, address);
  const { status, body } = await httpRequest(list, 'GET', LIST_TIMEOUT_MS);
  return status === 200 ? publishedBlocks(body, bytes) : null;
}
