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

/** The fixed key with which VNC obfuscates password files (bits of each byte reversed). */
const FILE_KEY = Buffer.from('e84ad660c4721ae0', 'hex');

/**
 * A TigerVNC server of an X display for one session, on a Unix socket in a folder that only its user can enter, with a
 * password that is not in its arguments. In view mode it ignores keyboard and pointer.
 */
export async function startScreenServer(
  display: string,
  password: string,
  mode: RemoteMode,
  start: (program: string, args: readonly string[]) => Running,
): Promise<ScreenServer> {
  // Debian's x0vncserver is a wrapper script that forks into the background and supports few options.
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
    // The clipboard is read on request (clipboard.ts). TigerVNC 1.12 does not support it and rejects the option.
    ...((await knows(program, 'AcceptCutText')) ? ['-AcceptCutText=0', '-SendCutText=0'] : []),
    ...(mode === 'view' ? ['-AcceptKeyEvents=0', '-AcceptPointerEvents=0'] : []),
  ]);
  return {
    connect: () => connectToStarting(running, socket),
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

// OpenSSL 3 has no single DES: triple DES with three equal keys is the same. A password has at most 8 bytes.
function hidden(password: string): Buffer {
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([FILE_KEY, FILE_KEY, FILE_KEY]), null);
  cipher.setAutoPadding(false);
  const clear = Buffer.alloc(8);
  clear.write(password, 'latin1');
  return Buffer.concat([cipher.update(clear), cipher.final()]);
}
