import { expect, test } from 'vitest';
import { serverOf } from './registration.ts';

test.each([
  ['https://berth.example/api', '/api', 'https://berth.example'],
  ['https://berth.example/api/', '/api', 'https://berth.example'],
  ['wss://berth.example/gateway', '/gateway', 'https://berth.example'],
  ['ws://localhost:8080/gateway', '/gateway', 'http://localhost:8080'],
  ['https://example.org/berth/api', '/api', 'https://example.org/berth'],
  ['wss://evil.example/relay', '/gateway', 'https://evil.example/relay'],
])('a token that is made for %s is for the server it was reached at', (address, path, server) => {
  expect(serverOf(address, path)).toBe(server);
});
