import type { RdpLaunch } from '../ports/programs.ts';

/** What FreeRDP is given: arguments anybody on the machine may read, and standard input that nobody else can. */
export interface RdpCommand {
  readonly args: readonly string[];
  readonly input: string;
}

/**
 * The command of one remote desktop. FreeRDP 3 reads all its arguments from standard input; FreeRDP 2 only what is
 * missing, which is the password. Certificates are refused unless they are valid or known.
 */
export function rdpCommand(launch: RdpLaunch, version: 2 | 3): RdpCommand {
  const args = [
    `/v:${launch.host}`,
    `/u:${launch.user}`,
    // Given also when empty: FreeRDP 2 would ask for it before the password.
    `/d:${launch.domain}`,
    `/wm-class:${launch.className}`,
    `/t:${launch.title}`,
    '/cert:deny',
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
