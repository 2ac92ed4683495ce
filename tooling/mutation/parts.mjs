/**
 * What `npm run mutation` changes, and the tests that have to notice: `mutate` and `tests` are globs from the root.
 * @typedef {{ readonly mutate: readonly string[], readonly tests: readonly string[], readonly needsDatabase?: boolean }} Part
 */

/** Files of the gateway whose tests need no server. */
const GATEWAY = [
  'change-log',
  'coalesce',
  'connection',
  'connection-pool-budget',
  'desired',
  'dispatch',
  'handshake',
  'live-views',
  'machine-socket',
  'messages',
  'nonce',
  'presence',
  'reconnect-memory',
  'registry',
  'state-writer',
  'tickets',
  'token',
].join();

/** @type {Readonly<Record<string, Part>>} */
export const PARTS = {
  rules: {
    mutate: ['packages/contract/src/rules/*.ts', 'packages/contract/src/layers/*.ts'],
    tests: ['packages/contract/src/**/*.test.ts'],
  },
  ledger: {
    mutate: ['packages/server/src/features/billing/ledger/*.ts', 'packages/server/src/features/billing/charging/*.ts'],
    tests: ['packages/server/src/features/billing/**/*.test.ts'],
    needsDatabase: true,
  },
  commands: {
    mutate: ['packages/server/src/features/commands/*.ts'],
    tests: [
      'packages/server/src/features/commands/**/*.test.ts',
      'packages/server/src/gateway/nodes/nodes.test.ts',
      // Opens remote sessions by the commands' route.
      'packages/server/src/gateway/remote-relay.test.ts',
    ],
    needsDatabase: true,
  },
  gateway: {
    mutate: [`packages/server/src/gateway/{${GATEWAY}}.ts`],
    // The test of tickets starts a server; the one of the handshake checks them too.
    tests: [`packages/server/src/gateway/{${GATEWAY.replace('tickets,', '')}}.test.ts`],
  },
  sockets: {
    mutate: [`packages/server/src/gateway/!(${GATEWAY.replaceAll(',', '|')}).ts`],
    tests: ['packages/server/src/gateway/**/*.test.ts', 'packages/server/src/features/commands/*.test.ts'],
    needsDatabase: true,
  },
};

/** The part that this process works on. */
export function part() {
  const name = process.env.BERTH_MUTATION_PART ?? 'rules';
  const found = PARTS[name];
  if (!found) throw new Error(`BERTH_MUTATION_PART is "${name}", not one of ${Object.keys(PARTS).join(', ')}`);
  return { name, ...found };
}
