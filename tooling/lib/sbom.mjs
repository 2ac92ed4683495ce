import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedBelow } from './licenses.mjs';

/**
 * The bill of materials of the workspaces' runtime packages as CycloneDX 1.6: every package with version, license and
 * the checksum in package-lock.json. Reproducible from the same lock file.
 * @param {string} root
 * @param {{ name: string, version: string, time: number, workspaces: readonly string[] }} subject
 *   time in seconds, written to the document.
 */
export function billOfMaterials(root, { name, version, time, workspaces }) {
  /** @type {Record<string, { version?: string, license?: string, integrity?: string, resolved?: string }>} */
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const components = installedBelow(locked, workspaces).map((path) => {
    const { version: installed = '', license, integrity } = locked[path] ?? {};
    return componentOf(path.replace(/.*node_modules\//, ''), installed, license, integrity);
  });
  const unique = [...new Map(components.map((each) => [each['bom-ref'], each])).values()];
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        timestamp: new Date(time * 1000).toISOString(),
        component: {
          type: 'application',
          'bom-ref': name,
          name,
          version,
          licenses: [{ license: { id: 'Apache-2.0' } }],
        },
      },
      components: unique,
    },
    null,
    1,
  )}\n`;
}

/**
 * @param {string} name
 * @param {string} version
 * @param {string | undefined} license
 * @param {string | undefined} integrity as npm writes it: sha512, a dash, base64.
 */
function componentOf(name, version, license, integrity) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [, checksum] = /^sha512-(\S+)/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(checksum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(checksum, 'base64').toString('hex') }] }),
  };
}
