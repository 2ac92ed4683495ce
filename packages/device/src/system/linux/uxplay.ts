import { execFile } from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { AirplayHost, AirplayLaunch } from '../ports/media.ts';
import type { Running } from '../ports/programs.ts';
import type { Accounts } from './accounts.ts';
import { Avahi } from './avahi.ts';
import { findProgram, startProgram } from './programs.ts';
import { environment } from './x-server.ts';

interface UxplayOptions {
  readonly accounts: Pick<Accounts, 'airplay' | 'folder'>;
  /** GStreamer sink for the sound. */
  readonly sound: string;
  /** Whether versions without PIN support, before 1.67, may run: they let everyone on the network show their screen. */
  readonly allowWithoutPin: boolean;
}

/** GStreamer sink that writes frames as JPEG to a pipe instead of a window; the home screen shows them. */
export const PICTURES_SINK = 'jpegenc quality=85 ! multipartmux boundary=picture ! fdsink fd=3';

/** AirPlay with UxPlay. Null if it is not installed. */
export function uxplayHost(options: UxplayOptions): AirplayHost | null {
  const program = findProgram('uxplay');
  return program === null ? null : { open: (launch) => open(program, launch, options) };
}

async function open(program: string, launch: AirplayLaunch, options: UxplayOptions): Promise<Running> {
  const { accounts, sound, allowWithoutPin } = options;
  const asksPin = await knowsPin(program);
  if (!asksPin && !allowWithoutPin) throw new Error('This UxPlay cannot ask for a PIN: 1.67 or newer is needed.');
  const account = accounts.airplay;
  const folder = await accounts.folder(account, 'airplay');
  const bus = process.env.DBUS_SYSTEM_BUS_ADDRESS;
  // UxPlay registers with Avahi only at its start.
  const avahi = await Avahi.ready();
  const running = startProgram({
    program,
    args: [
      // A fixed name. Sessions can see the arguments, which contain nothing that is not on the screen.
      '-n',
      launch.name,
      '-nh',
      '-vs',
      PICTURES_SINK,
      '-as',
      sound,
      ...(asksPin ? ['-pin', launch.pin] : []),
    ],
    env: { ...environment(), HOME: folder, ...(bus ? { DBUS_SYSTEM_BUS_ADDRESS: bus } : {}) },
    account,
    cwd: folder,
    pipes: 1,
  });
  avahi.watch(running.exited, () => void running.stop());
  const read = readJpegParts(launch.onPicture);
  (running.child.stdio[3] as Readable).on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      void running.stop();
    }
  });
  return running;
}

async function knowsPin(program: string): Promise<boolean> {
  // Old versions exit with an error after printing their help.
  const help = await promisify(execFile)(program, ['-h']).catch((failed: { stdout?: string }) => failed);
  return /^-pin\b/m.test(help.stdout ?? '');
}

const HEAD_END = Buffer.from('\r\n\r\n');
/** Maximum size of a frame; larger than a 4K screen's. */
const PICTURE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Parses the output of GStreamer's multipartmux: parts with a Content-Length. Returns a function to feed it with.
 * @throws Error for any other data.
 */
export function readJpegParts(onPicture: (jpeg: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const headEnd = rest.indexOf(HEAD_END);
      if (headEnd === -1) break;
      const [, length] = /content-length:\s*(\d+)/i.exec(rest.toString('latin1', 0, headEnd)) ?? [];
      const size = Number(length);
      if (!(size <= PICTURE_BYTES_MAX)) throw new Error('The pictures cannot be read.');
      const start = headEnd + HEAD_END.length;
      if (rest.length < start + size) return;
      onPicture(Buffer.from(rest.subarray(start, start + size)));
      rest = rest.subarray(start + size);
    }
    if (rest.length > PICTURE_BYTES_MAX) throw new Error('The pictures cannot be read.');
  };
}
