import type { Layer } from '@berth/contract/api/layers';
import type { Profile } from '@berth/contract/api/profiles';
import type { State } from '@berth/contract/as-code/state';
import type { LayerId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { mask, secretPointers } from '@berth/contract/profile/secrets';
import { FULL_DEFINITION } from '@berth/contract/testing/full-definition';
import { describe, expect, it } from 'vitest';
import { renderFolder } from './render.ts';
import { parseYaml } from './yaml.ts';

const about = {
  organizationId: 'o' as OrganizationId,
  revision: 3,
  createdAt: '2026-11-24T10:00:00Z',
  updatedAt: '2026-11-24T10:00:00Z',
  updatedBy: 'ada@example.org',
};

function profile(id: string, name: string, definition: unknown): Profile {
  const complete = mask(ProfileDefinition, applyDefaults(ProfileDefinition, definition));
  return {
    ...about,
    id: id as ProfileId,
    name,
    deployment: 'vanilla',
    definition: complete as Record<string, unknown>,
  };
}

function layer(id: string, name: string, rest: Partial<Layer>): Layer {
  const counts = { settings: 1, lockCount: 0, position: 1, heldRevision: null };
  const place = { scope: 'organization', tag: null, machineId: null, machineName: null } as const;
  const content = { definition: {}, off: [], locks: [] };
  return { ...about, ...counts, ...place, ...content, ...rest, id: id as LayerId, name };
}

function stateOf(profiles: readonly Profile[], layers: readonly Layer[] = [], rest: Partial<State> = {}): State {
  return {
    profiles,
    layers,
    definitions: new Map(profiles.map((each) => [each.id, each])),
    contents: new Map(layers.map((each) => [each.id, each])),
    ...rest,
  };
}

const text = (files: ReadonlyMap<string, unknown>, path: string) => String(files.get(path));

function parsed(content: unknown): unknown {
  const read = parseYaml('x.yaml', Buffer.from(String(content)));
  if (!('value' in read)) throw new Error(JSON.stringify(read));
  return read.value;
}

describe('the files of an organization', () => {
  it('say what differs from the defaults, and name secrets instead of containing them', () => {
    const files = renderFolder('Company', stateOf([profile('p1', 'Front Desk', FULL_DEFINITION)]));

    const secrets = secretPointers(ProfileDefinition, FULL_DEFINITION);
    const references = [...text(files, 'profiles/front-desk.yaml').matchAll(/fromEnv: (\w+)/g)].map(([, name]) => name);
    expect(references).toHaveLength(secrets.length);
    expect(new Set(references).size).toBe(secrets.length);
    expect(references.every((name) => name?.startsWith('FRONT_DESK_'))).toBe(true);
    expect(text(files, 'profiles/front-desk.yaml')).not.toContain('•');
    expect(parsed(renderFolder('Company', stateOf([profile('p1', 'Plain', {})])).get('profiles/plain.yaml'))).toEqual({
      id: 'p1',
      name: 'Plain',
      deployment: 'vanilla',
      definition: {},
    });
  });

  it('are the same whatever order the server lists', () => {
    const profiles = [profile('p1', 'Office', {}), profile('p2', 'office!', {}), profile('p3', 'Büro', {})];
    const layers = [layer('l1', 'Brand', {}), layer('l2', 'Kids', { scope: 'tag', tag: 'school' })];
    const files = renderFolder('Company', stateOf(profiles, layers));
    expect([...files.keys()].filter((path) => !path.startsWith('.'))).toEqual([
      'berth.yaml',
      'profiles/buro.yaml',
      'profiles/office.yaml',
      'profiles/office-p2.yaml',
      'layers/brand.yaml',
      'layers/kids.yaml',
      'layer-order.yaml',
    ]);
    const other = renderFolder('Company', stateOf(profiles.toReversed(), layers));
    expect([...other]).toEqual([...files]);
  });

  it('order layers as they apply, and name the machine of a layer', () => {
    const layers = [
      layer('l1', 'Brand', {}),
      layer('l2', 'Desk 4', {
        scope: 'machine',
        machineId: 'a'.repeat(32) as Layer['machineId'],
        machineName: 'Desk 4',
      }),
      layer('l3', 'Kids', { scope: 'tag', tag: 'school' }),
      layer('l4', 'Exams', { scope: 'tag', tag: 'exam', locks: ['/thinhoc/kiosk'] }),
    ];
    const files = renderFolder('Company', stateOf([], layers));
    expect(parsed(files.get('layer-order.yaml'))).toEqual({ organization: ['Brand'], tags: ['Kids', 'Exams'] });
    expect(text(files, 'layers/desk-4.yaml')).toContain(`machine: ${'a'.repeat(32)} # Desk 4`);
    expect(parsed(files.get('layers/exams.yaml'))).toMatchObject({ tag: 'exam', locks: ['/thinhoc/kiosk'] });
  });

  it('keep pictures beside them', () => {
    const picture = `data:image/png;base64,${Buffer.alloc(300, 7).toString('base64')}`;
    const icon = {
      index: 1,
      type: 'image',
      image: picture,
      symbol: 'x',
      symbol_color: '#000000',
      background_color: '#FFFFFF',
    };
    const webapp = [{ display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example.org/', icon }];
    const files = renderFolder('Company', stateOf([profile('p1', 'Office', { thinhoc: { sessions: { webapp } } })]));
    const path = [...files.keys()].find((each) => each.startsWith('pictures/')) ?? '';
    expect(files.get(path)).toEqual(Buffer.alloc(300, 7));
    expect(text(files, 'profiles/office.yaml')).toContain(`fromFile: ${path}`);
  });

  it('end a comment with its line, whatever a name contains', () => {
    const files = renderFolder('Company\nprofiles: []\u2028x', stateOf([]));
    expect(parsed(files.get('berth.yaml'))).toEqual({ format: 'berth-folder', version: 1 });
  });

  it('are not written where the server knows more than this CLI', () => {
    const newer = profile('p1', 'Office', {});
    const definition = { ...newer.definition, hologram: true };
    expect(() => renderFolder('Company', stateOf([{ ...newer, definition }]))).toThrow(/"Office" has \/hologram/);
  });
});
