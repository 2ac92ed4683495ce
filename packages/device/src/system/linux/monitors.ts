import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RemoteMonitor } from '@berth/contract/device/remote';
import type { MonitorPlan } from '../ports/desktop.ts';

const TIMEOUT_MS = 10_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Mode extends Size {
  readonly preferred: boolean;
  readonly current: boolean;
}

/** An output of the graphics card, as listed by `xrandr --query`. */
export interface Output {
  readonly name: string;
  readonly connected: boolean;
  /** Its position on the screen; null while it is off. */
  readonly place: RemoteMonitor | null;
  readonly rotation: string;
  readonly modes: readonly Mode[];
}

/** `DUMMY0 connected primary 1024x768+0+0 left (normal left inverted …) 0mm x 0mm` */
const OUTPUT =
  /^(\S+) (connected|disconnected|unknown connection)(?: primary)?(?: (\d+)x(\d+)\+(-?\d+)\+(-?\d+))?(?: (left|right|inverted))?/;
/** `   1920x1080     60.00*+  59.94` */
const MODE = /^ +(\d+)x(\d+)(?:i\S*)? +(.*)$/;

/** Parses the output of `xrandr --query`. */
export function readOutputs(text: string): Output[] {
  const outputs: (Omit<Output, 'modes'> & { modes: Mode[] })[] = [];
  for (const line of text.split('\n')) {
    const output = OUTPUT.exec(line);
    if (output) {
      const [, name = '', state, width, height, x, y, rotation = 'normal'] = output;
      const place =
        width === undefined ? null : { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
      outputs.push({ name, connected: state === 'connected', place, rotation, modes: [] });
      continue;
    }
    const [, width, height, rates = ''] = MODE.exec(line) ?? [];
    if (!width || !height) continue;
    outputs.at(-1)?.modes.push({
      width: Number(width),
      height: Number(height),
      preferred: rates.includes('+'),
      current: rates.includes('*'),
    });
  }
  return outputs;
}

interface Placed {
  readonly output: Output;
  readonly mode: Size;
  readonly place: RemoteMonitor;
}

/** The arguments with which xrandr applies the plan; empty if the outputs already show it. */
export function arrange(outputs: readonly Output[], plan: MonitorPlan): string[] {
  const placed = placesOf(outputs, plan);
  const unplugged = outputs.filter(({ connected, place }) => !connected && place !== null);
  const isDone = placed.every(({ output, place }) => output.rotation === plan.rotation && isSame(output.place, place));
  if (placed.length === 0 || (isDone && unplugged.length === 0)) return [];
  return [
    ...unplugged.flatMap(({ name }) => ['--output', name, '--off']),
    ...placed.flatMap(({ output, mode, place }) => [
      '--output',
      output.name,
      '--mode',
      `${mode.width}x${mode.height}`,
      '--pos',
      `${place.x}x${place.y}`,
      '--rotate',
      plan.rotation,
    ]),
  ];
}

function placesOf(outputs: readonly Output[], plan: MonitorPlan): Placed[] {
  const connected = outputs
    .filter(({ connected, modes }) => connected && modes.length > 0)
    .toSorted((a, b) => (a.place?.x ?? Number.MAX_VALUE) - (b.place?.x ?? Number.MAX_VALUE));
  const isTurned = plan.rotation === 'left' || plan.rotation === 'right';
  const shared = plan.arrangement === 'mirrored' ? largestShared(connected) : undefined;
  let x = 0;
  return connected.map((output) => {
    const mode = shared ?? ownMode(output);
    const [width, height] = isTurned ? [mode.height, mode.width] : [mode.width, mode.height];
    const place = { x, y: 0, width, height };
    // Without a common mode, monitors are side by side: mirroring would crop the picture.
    if (!shared) x += width;
    return { output, mode, place };
  });
}

/** The monitor's preferred resolution, otherwise its current one. */
function ownMode({ modes }: Output): Size {
  const best = modes.find(({ preferred }) => preferred) ?? modes.find(({ current }) => current) ?? modes[0];
  return best ?? { width: 0, height: 0 };
}

function largestShared(outputs: readonly Output[]): Size | undefined {
  const [first, ...others] = outputs;
  const has = ({ modes }: Output, { width, height }: Size) =>
    modes.some((mode) => mode.width === width && mode.height === height);
  return first?.modes
    .filter((mode) => others.every((output) => has(output, mode)))
    .toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
}

function isSame(a: RemoteMonitor | null, b: RemoteMonitor): boolean {
  return a !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** The areas in which windows open. */
export interface WindowPlaces {
  readonly home: RemoteMonitor;
  readonly sessions: RemoteMonitor;
}

/** The monitors of the home screen and of the sessions; null with one monitor. */
export function windowPlaces(monitors: readonly RemoteMonitor[], plan: MonitorPlan): WindowPlaces | null {
  const apart = monitors.filter(
    (each, index) => monitors.findIndex(({ x, y }) => x === each.x && y === each.y) === index,
  );
  if (apart.length < 2) return null;
  const at = Math.min(plan.home_monitor, apart.length) - 1;
  const home = apart[at];
  const beside = apart[(at + 1) % apart.length];
  if (!home || !beside) return null;
  return { home, sessions: plan.sessions === 'beside-home' ? beside : home };
}

/** Applies the plan to an X server. */
export async function arrangeOutputs(env: NodeJS.ProcessEnv, plan: MonitorPlan): Promise<void> {
  const run = (args: readonly string[]) => promisify(execFile)('xrandr', args, { env, timeout: TIMEOUT_MS });
  const { stdout } = await run(['--query']);
  const args = arrange(readOutputs(stdout), plan);
  if (args.length > 0) await run(args);
}
