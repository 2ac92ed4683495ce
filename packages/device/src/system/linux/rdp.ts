import type { RdpLaunch } from '../ports/programs.ts';

/** FreeRDP's input: arguments, which every user can read, and standard input, which only it can. */
export interface RdpCommand {
  readonly args: readonly string[];
  readonly input: string;
}

/**
 * The command of one remote desktop. FreeRDP 3 reads all its arguments from standard input; FreeRDP 2 only what is
 * missing, which is the password.
 * @param fingerprint SHA-256 of the only certificate that is taken unseen; any other is refused unless the system trusts it
 */
export function rdpCommand(launch: RdpLaunch, version: 2 | 3, fingerprint: string | null): RdpCommand {
  const args = [
    `/v:${launch.host}`,
    `/u:${launch.user}`,
    // Given also when empty: FreeRDP 2 would ask for it before the password.
    `/d:${launch.domain}`,
    `/wm-class:${launch.className}`,
    `/t:${launch.title}`,
    fingerprint === null ? '/cert:deny' : `/cert:deny,fingerprint:sha256:${withColons(fingerprint)}`,
    // With the keyboard grabbed the machine's own keys would go to the remote desktop: to log out, to answer a notice.
    '-grab-keyboard',
    // Its own key for it is one of those; whether it is full screen, the profile says.
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

/** As FreeRDP writes it. */
function withColons(fingerprint: string): string {
  return fingerprint.match(/../g)?.join(':') ?? '';
}
