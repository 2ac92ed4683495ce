import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageTime } from './deb.mjs';
import { Failure } from './failure.mjs';
import { licensesOf } from './licenses.mjs';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { billOfMaterials } from './sbom.mjs';

const README = `# berth

Manages machines, profiles and organizations of a Berth server from the command line.

    npm install --global ./berth-cli-VERSION.tgz
    berth login --server https://berth.example.org
    berth machines list

\`berth help\` lists the commands, \`source <(berth completion bash)\` completes them.
`;

/**
 * Packs `berth` for `npm install --global`: one program without dependencies. Returns the archive's path.
 * @param {string} to An existing folder.
 */
export async function packCli(to) {
  // On a fresh clone it has only been installed now.
  const { rolldown } = await import('rolldown');
  const { version, license } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = 'berth-cli';
  const folder = mkdtempSync(join(tmpdir(), 'berth-cli-'));
  try {
    const input = join(root, 'packages/cli/src/main.ts');
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
    const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
    await bundle.write({ dir: folder, entryFileNames: 'berth.mjs', format: 'esm', minify });
    chmodSync(join(folder, 'berth.mjs'), 0o755);
    const description = 'Command line of Berth, the managed thin client server';
    const manifest = { name, version, description, license, type: 'module', bin: { berth: 'berth.mjs' }, engines };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    writeFileSync(join(folder, 'README.md'), README.replace('VERSION', version));
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesOf(root, ['packages/cli']));
    const bill = billOfMaterials(root, { name, version, time: await packageTime(), workspaces: ['packages/cli'] });
    writeFileSync(join(folder, 'sbom.cdx.json'), bill);
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    mkdirSync(to, { recursive: true });
    const { code, output } = await run('npm', ['pack', folder, '--pack-destination', to, '--silent']);
    if (code !== 0) throw new Failure('npm could not pack the command line.', output);
    return join(to, `${name}-${version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
