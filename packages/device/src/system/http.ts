/**
 * `node:http` for the agent. An import of it would read all that it exports, its WebSocket too, and with that load Node's
 * own `fetch` and WebSocket: 14 MB of memory that a machine at rest has no use for.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http');
