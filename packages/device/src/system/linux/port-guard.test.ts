import { expect, test } from 'vitest';
import { guardRules } from './port-guard.ts';

test('the rule replaces itself atomically and names the port and users', () => {
  const rules = guardRules(8090, [0, 61_801]);
  expect(rules.split('\n').slice(0, 2)).toEqual([
    'add table inet berth_bridge_8090',
    'delete table inet berth_bridge_8090',
  ]);
  expect(rules).toContain('oifname "lo" tcp dport 8090 meta skuid != { 0, 61801 } reject with tcp reset');
});
