import { randomBytes } from 'node:crypto';
import { CLOSE, GATEWAY_PATH } from '@berth/contract/device/messages';
import type { ChaosEnvironment } from './lib/chaos-environment.ts';
import type { Outcome } from './lib/outcome.ts';

const TOO_BIG = 1_009;
const FUZZED = 300;
const PATIENCE_MS = 10_000;

/** Frames that no machine sends, each with the close code it must cause. */
const FRAMES: readonly [string, string | Uint8Array<ArrayBuffer>, number][] = [
  ['no JSON', 'hello', CLOSE.badMessage],
  ['an unknown type', '{"type":"fly"}', CLOSE.badMessage],
  ['a type in the wrong state', '{"type":"ping"}', CLOSE.badMessage],
  ['bytes instead of text', new Uint8Array(randomBytes(64)), CLOSE.badMessage],
  ['a frame over the limit', 'x'.repeat(70_000), TOO_BIG],
  ['a deep nest', '['.repeat(30_000), CLOSE.badMessage],
];

/** Oversized, malformed and random frames: each socket is closed with the right code, and the node keeps running. */
export async function brokenFrames({ nodes }: ChaosEnvironment): Promise<Outcome> {
  const node = nodes.nodes[0];
  if (!node) throw new Error('there is no node');
  const address = `${node.url.replace('http', 'ws')}${GATEWAY_PATH}`;
  const faults: string[] = [];
  for (const [what, frame, expected] of FRAMES) {
    const code = await closedWith(address, frame);
    if (code !== expected) faults.push(`${what} was closed with ${code}, not ${expected}`);
  }
  const codes = new Map<number, number>();
  for (let turn = 0; turn < FUZZED; turn += 1) {
    const bytes = new Uint8Array(randomBytes(1 + Math.floor(Math.random() * 2_000)));
    const code = await closedWith(address, turn % 2 ? bytes : Buffer.from(bytes).toString('latin1'));
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  for (const code of codes.keys()) if (code !== CLOSE.badMessage) faults.push(`random bytes were closed with ${code}`);
  if (!(await fetch(`${node.url}/api/ping`)).ok) faults.push('the node does not answer any more');
  return {
    name: 'oversize and fuzzed frames',
    faults,
    figures: { 'frames, each closed with the right code': FRAMES.length + FUZZED },
  };
}

/** The close code after this frame; 0 if the socket stayed open. */
function closedWith(address: string, frame: string | Uint8Array<ArrayBuffer>): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const timer = setTimeout(() => {
      socket.close();
      resolve(0);
    }, PATIENCE_MS);
    socket.onmessage = () => socket.send(frame);
    socket.onclose = ({ code }) => {
      clearTimeout(timer);
      resolve(code);
    };
  });
}
