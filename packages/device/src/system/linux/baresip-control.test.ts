import { expect, test } from 'vitest';
import { encodeNetstring, NetstringReader } from './baresip-control.ts';

test('reads whole texts from any split of the stream', () => {
  const texts = ['{"event":true}', '', 'Grüße', 'a:b,c'];
  const stream = Buffer.concat(texts.map(encodeNetstring));
  for (let size = 1; size <= stream.length; size++) {
    const reader = new NetstringReader();
    const read: string[] = [];
    for (let at = 0; at < stream.length; at += size) read.push(...reader.read(stream.subarray(at, at + size)));
    expect(read).toEqual(texts);
  }
});

test('refuses anything else', () => {
  expect(() => new NetstringReader().read(Buffer.from('GET / HTTP/1.1\r\nHost: x'))).toThrow('not a netstring');
});
