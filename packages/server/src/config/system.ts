/** The system's own: what any program of ours needs, and nothing of our configuration with its keys and addresses. */
const NAMES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'] as const;

/** The environment of a program that must know nothing of this server. */
export function systemEnvironment(env: NodeJS.ProcessEnv = process.env): Readonly<Record<string, string>> {
  return Object.fromEntries(NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
