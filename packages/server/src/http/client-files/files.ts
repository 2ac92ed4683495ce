import { existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the built client. */
export interface ClientFile {
  /** Absolute. */
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
  readonly etag: string;
  /** Whether its name contains a hash of its content, so that it never changes. */
  readonly immutable: boolean;
  /** Whether it is text worth compressing. */
  readonly compressible: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Lists the built client's files by the path they are served at. Only listed files are opened, so no path leads out of
 * the folder.
 */
export function listClientFiles(folder: string): ReadonlyMap<string, ClientFile> {
  const files = new Map<string, ClientFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(path);
    const type = TYPES[extname(entry.name)] ?? 'application/octet-stream';
    const url = path.slice(folder.length).replaceAll('\\', '/');
    files.set(url, {
      path,
      type,
      bytes: size,
      etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
      immutable: url.startsWith('/assets/'),
      compressible: /charset|wasm/.test(type) && size > 1_024,
    });
  }
  return files;
}
