import type { LayerId } from '@berth/contract/ids';
import { defaultDefinition } from '@berth/contract/profile/defaults';
import { expect, it } from 'vitest';
import { type AppliedLayer, makeDefinition } from './machine-definition.ts';

function layerWithApps(name: string, count: number): AppliedLayer {
  const webapp = Array.from({ length: count }, (_, at) => ({
    display_name: `${name} ${at}`,
    url: 'https://mail.example/',
    window_title: 'Mail',
  }));
  const content = { definition: { thinhoc: { sessions: { webapp } } }, off: [], locks: [] };
  return { id: name as LayerId, scope: 'tag', content };
}
const layers = (count: number) => Array.from({ length: count }, (_, at) => layerWithApps(`layer ${at}`, 10));

it('leaves out the highest layers that break a rule, one by one', () => {
  const { definition, leftOut } = makeDefinition(defaultDefinition(), layers(8));
  expect([...leftOut.keys()]).toEqual(['layer 7', 'layer 6']);
  expect(definition.thinhoc.sessions.webapp).toHaveLength(60);
});

it('is the profile alone if too many layers break rules', () => {
  const { definition, leftOut } = makeDefinition(defaultDefinition(), layers(24));
  expect(leftOut.size).toBe(24);
  expect(definition).toEqual(defaultDefinition());
});
