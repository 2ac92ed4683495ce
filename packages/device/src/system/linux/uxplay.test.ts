import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { Airplay } from '../../features/airplay/airplay.ts';
import { testFolder } from '../../testing/folders.ts';
import { testSystemBus } from '../../testing/services.ts';
import { eventually } from '../../testing/wait.ts';
import { silentLog } from '../log.ts';
import type { AirplayHost } from '../ports/media.ts';
import { PICTURES_SINK, readJpegParts, uxplayHost } from './uxplay.ts';

const exec = promisify(execFile);

/** Starts Avahi on this computer's network only. */
async function announcer(folder: string) {
  const config = join(folder, 'avahi.conf');
  await writeFile(config, '[server]\nuse-ipv6=no\nallow-interfaces=lo\n');
  const options = ['-f', config, '--no-drop-root', '--no-chroot', '--no-proc-title', '--no-rlimits'];
  let daemon = spawn('/usr/sbin/avahi-daemon', options, { stdio: 'ignore' });
  const end = async () => {
    daemon.kill();
    await once(daemon, 'exit');
  };
  onTestFinished(end);
  return {
    look: async () => (await exec('avahi-browse', ['-tp', '_airplay._tcp'])).stdout,
    restart: async () => {
      await end();
      daemon = spawn('/usr/sbin/avahi-daemon', options, { stdio: 'ignore' });
    },
  };
}

async function receiver() {
  const folder = await testFolder();
  await testSystemBus();
  const { look, restart } = await announcer(folder);
  const accounts = { airplay: null, folder: async () => folder };
  const host = (allowWithoutPin: boolean) => uxplayHost({ accounts, sound: 'fakesink', allowWithoutPin });
  return { look, restart, host };
}

it('is discoverable as an AirPlay receiver, even after being killed and after an Avahi restart', async () => {
  const { look, restart, host } = await receiver();
  const real = host(true);
  const pids: number[] = [];
  const watched: AirplayHost = {
    open: async (launch) => {
      const running = await real?.open(launch);
      if (!running) throw new Error('UxPlay is not installed.');
      pids.push(running.pid);
      return running;
    },
  };
  const airplay = new Airplay({ host: watched, onChange: () => {}, onShown: () => {}, log: silentLog });
  const isFound = () => eventually(async () => expect(await look()).toContain('Reception'));
  await airplay.configure('Reception');
  await isFound();
  const [killed = 0] = pids.slice(-1);
  process.kill(-killed, 'SIGKILL');
  await eventually(() => expect(pids.at(-1)).not.toBe(killed));
  await isFound();
  await restart();
  await isFound();
  await airplay.stop();
  await eventually(async () => expect(await look()).not.toContain('Reception'));
});

it('does not start a receiver that cannot ask for a PIN', async () => {
  const { host } = await receiver();
  const { stdout } = await exec('uxplay', ['-h']).catch((failed: { stdout: string }) => failed);
  const opening = host(false)?.open({ name: 'Reception', pin: '4711', onPicture: () => {} });
  if (/^-pin\b/m.test(stdout)) await (await opening)?.stop();
  else await expect(opening).rejects.toThrow('PIN');
});

it('delivers whole frames', async () => {
  const source = 'videotestsrc num-buffers=5 ! video/x-raw,width=640,height=360 ! videoconvert';
  const drawing = spawn('gst-launch-1.0', ['-q', ...`${source} ! ${PICTURES_SINK}`.split(' ')], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const pictures: Buffer[] = [];
  (drawing.stdio[3] as Readable).on(
    'data',
    readJpegParts((jpeg) => pictures.push(jpeg)),
  );
  await once(drawing, 'close');
  expect(pictures).toHaveLength(5);
  for (const jpeg of pictures) {
    expect([jpeg.readUInt16BE(0), jpeg.readUInt16BE(jpeg.length - 2)]).toEqual([0xffd8, 0xffd9]);
  }
});
