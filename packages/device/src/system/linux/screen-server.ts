import { execFile } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteMode } from '@berth/contract/device/remote';
import type { ScreenServer } from '../ports/desktop.ts';
import type { Running } from '../ports/programs.ts';
import { findProgram } from './programs.ts';
import { connectToStarting } from './server-socket.ts';

/** The key that every VNC server hides its password file with (RFB's VncAuth; bits of each byte reversed). */
const FILE_KEY = Buffer.from('e84ad660c4721ae0', 'hex');
const START_MS = 5_000;

/**
 * TigerVNC's server of an X display, for one session: on a Unix socket in a folder that only this user enters, with a
 * password that is in no argument. With the mode view it takes neither keys nor pointer.
 */
export async function startScreenServer(
  display: string,
  password: string,
  mode: RemoteMode,
  start: (program: string, args: readonly string[]) => Running,
): Promise<ScreenServer> {
  // Debian's x0vncserver is a script that moves to the background and has few options.
  const program = findProgram('X0tigervnc', 'x0vncserver');
  if (!program) throw new Error('TigerVNC is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'berth-screen-'));
  const [socket, file] = [join(folder, 'socket'), join(folder, 'password')];
  await writeFile(file, hidden(password), { mode: 0o600 });
  const running = start(program, [
    '-display',
    display,
    '-rfbport',
    '-1',
    '-rfbunixpath',
    socket,
    '-rfbunixmode',
    '0600',
    '-SecurityTypes',
    'VncAuth',
    '-PasswordFile',
    file,
    '-AcceptSetDesktopSize=0',
    // The clipboard is read on request (clipboard.ts). TigerVNC 1.12 has none and refuses the option.
    ...((await knows(program, 'AcceptCutText')) ? ['-AcceptCutText=0', '-SendCutText=0'] : []),
    ...(mode === 'view' ? ['-AcceptKeyEvents=0', '-AcceptPointerEvents=0'] : []),
  ]);
  return {
    connect: () => connectToStarting(running, socket, START_MS),
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function knows(program: string, option: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ['-help'], (_error, stdout, stderr) => resolve(`${stdout}${stderr}`.includes(option)));
  });
}

// DES with one key is three times DES with that key thrice; a password has 8 bytes at most.
function hidden(password: string): Buffer {
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([FILE_KEY, FILE_KEY, FILE_KEY]), null);
  cipher.setAutoPadding(false);
  const clear = Buffer.alloc(8);
  clear.write(password, 'latin1');
  return Buffer.concat([cipher.update(clear), cipher.final()]);
}
