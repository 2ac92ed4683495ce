import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystemBus } from './system-bus.ts';

/**
 * Replaces UxPlay, because no Apple device is available here: takes the same arguments, and sends GStreamer's test
 * video the way UxPlay sends a device's screen.
 */
const STAND_IN = `#!/bin/sh
[ "$1" = -h ] && { echo '-pin'; exit; }
while [ "$1" != -vs ]; do shift; done
exec gst-launch-1.0 -q videotestsrc is-live=true pattern=ball ! video/x-raw,width=640,height=360,framerate=10/1 ! $2
`;

/** Avahi as on a machine, but on the loopback network only. */
const AVAHI = ['--no-drop-root', '--no-chroot', '--no-proc-title', '--no-rlimits'];

export interface AirplayStandIn {
  /** Environment for the agent: the UxPlay replacement, and a real Avahi. */
  readonly env: Readonly<Record<string, string>>;
  readonly dispose: () => Promise<void>;
}

export async function airplayStandIn(): Promise<AirplayStandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-e2e-airplay-'));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'uxplay'), STAND_IN, { mode: 0o755 });
  const config = join(folder, 'avahi.conf');
  await writeFile(config, '[server]\nuse-ipv6=no\nallow-interfaces=lo\n');
  const bus = await startSystemBus();
  bus.start('/usr/sbin/avahi-daemon', ['-f', config, ...AVAHI]);
  return {
    env: { ...bus.env, PATH: `${folder}:${process.env.PATH}` },
    dispose: async () => {
      await bus.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
