/**
 * `node:http` for the agent. An ES import of `node:http` reads all its exports, including WebSocket, and thereby loads
 * Node's `fetch` and WebSocket: 14 MB of memory that an idle machine does not need.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http');
