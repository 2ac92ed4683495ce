import { GATEWAY_PING_MS } from '@berth/contract/device/messages';
import { WebSocket } from 'ws';

const [port, count] = process.argv.slice(2).map(Number);
const AT_ONCE = 200;

// Sockets that send what an idle machine sends: one ping at an interval.
for (let opened = 0; opened < (count ?? 0); ) {
  const batch = Math.min(AT_ONCE, (count ?? 0) - opened);
  await Promise.all(Array.from({ length: batch }, open));
  opened += batch;
}
console.log('open');

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
    socket.once('error', reject).once('open', () => {
      const offset = Math.random() * GATEWAY_PING_MS;
      setTimeout(() => setInterval(() => socket.send('{"type":"ping"}'), GATEWAY_PING_MS), offset);
      resolve();
    });
  });
}
