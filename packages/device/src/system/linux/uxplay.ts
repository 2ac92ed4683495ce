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
  /** GStreamer's sink for the sound. */
  readonly sound: string;
  /** Whether a version that knows no PIN, before 1.67, may run: then everybody on the network may show something. */
  readonly allowWithoutPin: boolean;
}

/** What UxPlay draws goes into a pipe instead of a window, as pictures that the home screen shows where it wants. */
export const PICTURES_SINK = 'jpegenc quality=85 ! multipartmux boundary=picture ! fdsink fd=3';

/** AirPlay by UxPlay. Null where it is not installed. */
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
  // It registers with Avahi when it starts, and never again.
  const avahi = await Avahi.ready();
  const running = startProgram({
    program,
    args: [
      // A fixed name, and no window: sessions see its arguments, which hold nothing that is not on the screen.
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
  // Old ones end with an error after their help.
  const help = await promisify(execFile)(program, ['-h']).catch((failed: { stdout?: string }) => failed);
  return /^-pin\b/m.test(help.stdout ?? '');
}

const HEAD_END = Buffer.from('\r\n\r\n');
/** Of one picture; more than a whole 4K screen takes. */
const PICTURE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads what GStreamer's multipartmux writes: parts with a Content-Length. Returns what to feed it with.
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
