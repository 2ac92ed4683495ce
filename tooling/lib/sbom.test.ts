import { expect, test } from 'vitest';
import { root } from './paths.mjs';
import { billOfMaterials } from './sbom.mjs';

const subject = { name: 'berth', version: '1.2.3', time: 1_700_000_000, workspaces: ['packages/server'] };

test('lists every runtime package with version, license and checksum, and no build package', () => {
  const text = billOfMaterials(root, subject);
  const { bomFormat, metadata, components } = JSON.parse(text);
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata).toMatchObject({
    timestamp: '2023-11-14T22:13:20.000Z',
    component: { name: 'berth', version: '1.2.3' },
  });
  expect(components).toContainEqual({
    type: 'library',
    'bom-ref': expect.stringMatching(/^pkg:npm\/%40nats-io\/transport-node@\d/),
    name: '@nats-io/transport-node',
    version: expect.stringMatching(/^\d/),
    purl: expect.stringMatching(/^pkg:npm\/%40nats-io\/transport-node@\d/),
    licenses: [{ expression: 'Apache-2.0' }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).not.toContain('vitest');
  // A dependency of ours through another package of ours.
  expect(names).toContain('typebox');
  expect(billOfMaterials(root, subject)).toBe(text);
});

test('lists every reference once', () => {
  const { components } = JSON.parse(billOfMaterials(root, subject));
  const refs = components.map((each: Record<string, unknown>) => each['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
});
