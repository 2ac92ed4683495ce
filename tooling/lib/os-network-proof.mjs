import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { node, root } from './paths.mjs';
import { runInForeground } from './run.mjs';

/**
 * Starts a version over a network of its own, in which nothing else answers (tooling/os-network-proof.mjs).
 * @param {string} folder of the versions
 * @param {string} version
 */
export async function proveNetwork(folder, version) {
  const script = join(root, 'tooling/os-network-proof.mjs');
  const args = [join(folder, version, 'network.img'), join(folder, 'network'), version];
  const code = await runInForeground('unshare', ['--net', node, script, ...args]);
  if (code !== 0) throw new Failure('the start over a network was not seen.');
}
