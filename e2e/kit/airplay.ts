import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * In the place of UxPlay, for which there is no Apple device here: takes its arguments, and sends GStreamer's test picture
 * the way that UxPlay sends what a device shows.
 */
const STAND_IN = `#!/bin/sh
[ "$1" = -h ] && { echo '-pin'; exit; }
while [ "$1" != -vs ]; do shift; done
exec gst-launch-1.0 -q videotestsrc is-live=true pattern=ball ! video/x-raw,width=640,height=360,framerate=10/1 ! $2
`;

/** A folder to put in front of PATH. */
export async function airplayStandIn(): Promise<{ readonly path: string; readonly dispose: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-e2e-airplay-'));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'uxplay'), STAND_IN, { mode: 0o755 });
  return {
    path: `${folder}:${process.env.PATH}`,
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
