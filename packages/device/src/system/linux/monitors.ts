import { execFile } from 'node:child_process';
import type { RemoteMonitor } from '@berth/contract/device/remote';

/** ` 0: +*HDMI-1 1920/509x1080/286+0+0  HDMI-1`: pixels and millimeters, then the place. */
const LINE = /^\s*\d+: \S+ (\d+)\/\d+x(\d+)\/\d+\+(\d+)\+(\d+)/;

/** The monitors of an X display, left to right; empty where xrandr is missing or the server has none. */
export function listMonitors(env: NodeJS.ProcessEnv): Promise<readonly RemoteMonitor[]> {
  return new Promise((resolve) => {
    execFile('xrandr', ['--listactivemonitors'], { env, timeout: 5_000 }, (error, output) =>
      resolve(error ? [] : readMonitors(output)),
    );
  });
}

/** Reads what `xrandr --listactivemonitors` prints. */
export function readMonitors(output: string): readonly RemoteMonitor[] {
  return output
    .split('\n')
    .flatMap((line) => {
      const [, width, height, x, y] = (LINE.exec(line) ?? []).map(Number);
      return width && height ? [{ x: x ?? 0, y: y ?? 0, width, height }] : [];
    })
    .sort((a, b) => a.x - b.x || a.y - b.y);
}
