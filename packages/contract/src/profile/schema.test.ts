import { describe, expect, it } from 'vitest';
import { validator } from '../testing/rule-table.ts';
import { ProfileDefinition } from './definition.ts';
import { isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { MachineContext, OrganizationAuth } from './outside-profile.ts';
import { PATTERNS } from './patterns.ts';

function nodesOf(schema: SchemaNode): SchemaNode[] {
  const { properties, items, additionalProperties } = schema;
  const inner = [...(isObject(properties) ? Object.values(properties) : []), items, additionalProperties];
  return [schema, ...inner.filter(isObject).flatMap(nodesOf)];
}

const schemas = { ProfileDefinition, MachineContext, OrganizationAuth };

describe.each(Object.entries(schemas))('%s', (_name, schema) => {
  const nodes = nodesOf(nodeOf(schema));

  it('is JSON Schema that strict AJV compiles, and plain JSON', () => {
    expect(() => validator(JSON.parse(JSON.stringify(schema)))).not.toThrow();
  });

  it('closes every object', () => {
    const open = nodes.filter((node) => node.type === 'object' && !('additionalProperties' in node));
    expect(open).toEqual([]);
  });

  it('limits every text, list and map', () => {
    const unbounded = nodes.filter(
      (node) =>
        (node.type === 'string' && !('maxLength' in node) && !('enum' in node)) ||
        (node.type === 'array' && !('maxItems' in node)) ||
        (isObject(node.additionalProperties) && !('maxProperties' in node)) ||
        (node.type === 'integer' && !('enum' in node) && !('maximum' in node)),
    );
    expect(unbounded).toEqual([]);
  });

  it('marks every password as a secret, and only passwords', () => {
    expect(nodes.filter((node) => (node.format === 'password') !== (node.writeOnly === true))).toEqual([]);
  });
});

describe('patterns', () => {
  it.each(Object.entries(PATTERNS))('%s is fast on a long hostile text', (_name, pattern) => {
    const seeds = [
      'a',
      'a.',
      '-',
      'https://a',
      '{searchTerms}',
      'https://{searchTerms}',
      'https://{{tag:a}}',
      'https://a@',
      'data:image/png;base64,',
      '::',
    ];
    const started = performance.now();
    for (const seed of seeds) {
      new RegExp(pattern, 'u').test(`${seed}${seed.repeat(100_000)}\n `);
      new RegExp(pattern, 'u').test(`${seed}${'a'.repeat(500_000)} `);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
