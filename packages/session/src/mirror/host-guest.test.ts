import { expect, test } from 'vitest';
import { startFast } from './host-guest.ts';

test('the SDP answer asks the sender of a screen to start fast with any codec, and changes nothing else', () => {
  const before = [
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;useinbandfec=1',
    'm=video 9 UDP/TLS/RTP/SAVPF 96 97 98',
    'a=rtpmap:96 VP8/90000',
    'a=rtcp-fb:96 nack',
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96',
    'a=rtpmap:98 VP9/90000',
    'a=fmtp:98 profile-id=0',
    '',
  ];
  const after = before.with(9, 'a=fmtp:98 x-google-start-bitrate=2500;profile-id=0');
  after.splice(5, 0, 'a=fmtp:96 x-google-start-bitrate=2500');
  expect(startFast(before.join('\r\n')).split('\r\n')).toEqual(after);
});
