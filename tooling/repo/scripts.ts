import { sourcesOf } from './sources.ts';

/**
 * Scripts of the root package.json that start a command of ours below a shell. npm passes a signal only to the shell,
 * which ends and leaves the command running: the shell must replace itself by `exec`.
 */
export function shieldedScripts(root: string): string[] {
  const manifest = sourcesOf(root, /^package\.json$/).find(({ file }) => file === 'package.json');
  const { scripts = {} } = JSON.parse(manifest?.text ?? '{}') as { scripts?: Record<string, string> };
  return Object.entries(scripts)
    .filter(([, command]) => /^node tooling\//.test(command))
    .map(([name, command]) => `package.json: ${name}: "${command}" gets no signals; begin it with exec`);
}
