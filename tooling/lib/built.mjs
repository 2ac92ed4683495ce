import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { contentPrint, filesOf, quickPrint } from './fingerprint.mjs';

/** @typedef {{ quick: string, content: string }} Stamp */

/**
 * Builds, unless the same sources are built already.
 * @param {object} options
 * @param {readonly string[]} options.sources Files and folders.
 * @param {string} options.stamp A file of the build, which records its sources.
 * @param {(content: string) => Promise<void>} options.build Gets a fingerprint of the sources' contents.
 * @param {(content: string) => boolean} [options.isThere] Whether what was built is there.
 * @returns {Promise<string>} The fingerprint.
 */
export async function ensureBuilt({ sources, stamp, build, isThere = () => true }) {
  const files = filesOf(sources);
  const quick = quickPrint(files);
  const built = readStamp(stamp);
  if (built?.quick === quick && isThere(built.content)) return built.content;
  // Computed before the build: the next start then builds what changed meanwhile.
  const content = contentPrint(files);
  if (built?.content !== content || !isThere(content)) await build(content);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, JSON.stringify({ quick, content }));
  return content;
}

/**
 * @param {string} file
 * @returns {Stamp | undefined}
 */
function readStamp(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // A stamp truncated by a crash is ignored.
    return undefined;
  }
}
