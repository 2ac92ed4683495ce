import { describe, expect, it } from 'vitest';
import { readFromGuest, readFromHost, readMessage, speaksOurVersion, writeMessage } from './mirror-messages.ts';

describe('a message of a guest', () => {
  it.each([
    [
      { type: 'hello', version: 3, name: '  Ann  ', key: '1a' },
      { type: 'hello', version: 3, name: 'Ann', key: '1a', ticket: null, wants: 'show' },
    ],
    [
      { type: 'hello', version: 3, name: 'Ann', key: '1a', ticket: 'b2', wants: 'call' },
      { type: 'hello', version: 3, name: 'Ann', key: '1a', ticket: 'b2', wants: 'call' },
    ],
    [
      { type: 'state', paused: true, more: 1 },
      { type: 'state', paused: true },
    ],
    [{ type: 'hello', version: '3', name: 'Ann', key: '1a' }, null],
    [{ type: 'hello', version: 3 }, null],
    [{ type: 'state', paused: 'yes' }, null],
    [{ type: 'reboot' }, null],
  ])('%j is parsed as %j', (sent, read) => expect(readFromGuest(sent)).toEqual(read));

  it.each([null, 7, { type: 'ping' }, '', 'text', '7', '[]', '{}', 'null', '{"type":1}', '{"type":"ping"'])(
    'is not %j',
    (sent) => expect(readMessage(sent)).toBeNull(),
  );

  it('is invalid above the maximum length', () => {
    const withPadding = (length: number) => writeMessage({ type: 'prompt', prompt: 'x'.repeat(length) });
    expect(readMessage(withPadding(4_000))).toMatchObject({ type: 'prompt' });
    expect(readMessage(withPadding(4_096))).toBeNull();
  });

  it('has a name of limited length', () => {
    const read = readFromGuest({ type: 'hello', version: 3, key: '', name: 'x'.repeat(5_000) });
    expect(read).toMatchObject({ name: 'x'.repeat(40) });
  });
});

it.each([
  [
    { type: 'refused', reason: 'full' },
    { type: 'refused', reason: 'full' },
  ],
  [{ type: 'refused', reason: 'constructor' }, null],
  [
    { type: 'place', position: null, count: 0 },
    { type: 'place', position: null, count: 0, spotlight: false, room: null, rate: null },
  ],
  [
    { type: 'place', position: 1, count: 2, spotlight: true, room: { width: 960, height: 540, depth: 1 }, rate: 15 },
    { type: 'place', position: 1, count: 2, spotlight: true, room: { width: 960, height: 540 }, rate: 15 },
  ],
  [
    { type: 'place', position: 0, count: 1, room: { width: 0, height: '540' }, rate: 0 },
    { type: 'place', position: 0, count: 1, spotlight: false, room: null, rate: null },
  ],
  [
    { type: 'media', camera: 'none', microphone: 'on', lamp: 1 },
    { type: 'media', camera: 'none', microphone: 'on' },
  ],
  [{ type: 'media', camera: 'constructor', microphone: 'on' }, null],
])('a message of a machine, %j, is parsed as %j', (sent, read) => expect(readFromHost(sent)).toEqual(read));

it('the protocol is version 3', () => expect([2, 3, 4].map(speaksOurVersion)).toEqual([false, true, false]));
