import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

// A minimal baseline: no database, no identity, no presence. It replies to a machine's ping as ours does.
const http = createServer();
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false, maxPayload: 65_536 });
sockets.on('connection', (socket) => {
  socket.on('message', () => socket.send('{"type":"pong"}'));
});
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  if (address && typeof address === 'object') console.log(`port ${address.port}`);
});
