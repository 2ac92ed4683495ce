import type { ClientRequest } from 'node:http';

/**
 * `node:http` for the agent. An ES import of `node:http` reads all its exports, including WebSocket, and thereby loads
 * Node's `fetch` and WebSocket: 14 MB of memory that an idle machine does not need.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http');

/**
 * Rejects the reply 101 Switching Protocols, which no request of the agent asks for: without a listener, Node closes the
 * connection and reports neither reply nor error, and a time limit no longer ends the wait.
 */
export function refuseUpgrade(request: ClientRequest, reject: (error: Error) => void): void {
  request.on('upgrade', (_reply, socket) => {
    socket.destroy();
    reject(new Error('The server answers with another protocol.'));
  });
}
