import type { RdpLaunch } from '../ports/programs.ts';

/** FreeRDP's input: arguments, which every user can read, and standard input, which is private. */
export interface RdpCommand {
  readonly args: readonly string[];
  readonly input: string;
}

/**
 * The command line of a remote desktop. FreeRDP 3 reads all its arguments from standard input; FreeRDP 2 reads only
 * what is missing, which is the password.
 * @param fingerprint SHA-256 of the only certificate that is accepted unseen; others are refused unless the system
 *   trusts them
 */
export function rdpCommand(launch: RdpLaunch, version: 2 | 3, fingerprint: string | null): RdpCommand {
  const args = [
    `/v:${launch.host}`,
    `/u:${launch.user}`,
    // Set even if empty: otherwise FreeRDP 2 prompts for it before the password.
    `/d:${launch.domain}`,
    `/wm-class:${launch.className}`,
    `/t:${launch.title}`,
    fingerprint === null ? '/cert:deny' : `/cert:deny,fingerprint:sha256:${withColons(fingerprint)}`,
    // Do not grab the keyboard: the machine's own chords, such as logout and notices, would go to the remote desktop.
    '-grab-keyboard',
    // Ctrl+Alt+Enter is one of those chords, and the profile decides about full screen.
    '-toggle-fullscreen',
    '+clipboard',
    '/sound',
    ...(launch.fullscreen ? ['/f'] : ['/dynamic-resolution']),
    ...(launch.multiDisplay ? ['/multimon'] : []),
    ...(launch.smartcards ? ['/smartcard'] : []),
    ...(launch.driveHotplug ? ['/drive:hotplug,*'] : []),
    ...(launch.reconnect ? ['+auto-reconnect', '/auto-reconnect-max-retries:20'] : ['-auto-reconnect']),
  ];
  if (version === 3) return { args: ['/args-from:stdin'], input: [...args, `/p:${launch.password}`, ''].join('\n') };
  return { args: [...args, '/from-stdin:force'], input: `${launch.password}\n` };
}

/** In FreeRDP's format. */
function withColons(fingerprint: string): string {
  return fingerprint.match(/../g)?.join(':') ?? '';
}
