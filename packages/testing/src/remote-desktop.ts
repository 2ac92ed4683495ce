import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, listening } from './ports.ts';

/** A computer with an RDP desktop and a self-signed certificate, as Windows PCs and Debian's xrdp have. */
export interface RemoteDesktop {
  /** Where it is, by IP address. */
  readonly host: string;
  readonly dispose: () => Promise<void>;
}

/** FreeRDP's server with an empty screen. It accepts every login. */
export async function startRemoteDesktop(): Promise<RemoteDesktop> {
  const home = await mkdtemp(join(tmpdir(), 'berth-e2e-desktop-'));
  const port = await freePort();
  const screen = spawn('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '640x480x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = (await once(createInterface({ input: screen.stdout }), 'line')) as [string];
  const program = existsSync('/usr/bin/freerdp-shadow-cli3') ? 'freerdp-shadow-cli3' : 'freerdp-shadow-cli';
  const begin = () =>
    spawn(program, [`/port:${port}`, '/bind-address:127.0.0.1', '/sec:tls', '-auth'], {
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), DISPLAY: `:${display}` },
      stdio: 'ignore',
    });
  let server = begin();
  // On a busy computer Xvfb tells its number before it takes clients: then FreeRDP ends with "failed to open display".
  const beginning = setInterval(() => {
    if (server.exitCode !== null) server = begin();
  }, 200);
  await listening(port).finally(() => clearInterval(beginning));
  return {
    host: `127.0.0.1:${port}`,
    dispose: async () => {
      for (const child of [server, screen]) {
        const ended = once(child, 'exit');
        if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended;
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}
