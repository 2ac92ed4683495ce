import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../http/api-error.ts';
import { applyToProfile, mergePatch } from './apply.ts';
import { jsonPatch } from './json-patch.ts';

describe('merge patch (RFC 7396, appendix A)', () => {
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j by %j is %j', (target, patch, result) => {
    const before = JSON.stringify(target);
    expect(mergePatch(target, patch)).toEqual(result);
    expect(JSON.stringify(target)).toBe(before);
  });
});

function patched(document: object, operations: Record<string, unknown>[]): unknown {
  return jsonPatch(document, operations);
}

function errorOf(document: object, operations: Record<string, unknown>[]): ApiError {
  try {
    jsonPatch(document, operations);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(operations)}`);
}

describe('JSON patch (RFC 6902, appendix A)', () => {
  it.each([
    [{ a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    [{ a: ['x', 'z'] }, [{ op: 'add', path: '/a/1', value: 'y' }], { a: ['x', 'y', 'z'] }],
    [{ a: ['x'] }, [{ op: 'add', path: '/a/-', value: ['y'] }], { a: ['x', ['y']] }],
    [{ a: 1, b: 2 }, [{ op: 'remove', path: '/b' }], { a: 1 }],
    [{ a: ['x', 'y'] }, [{ op: 'remove', path: '/a/0' }], { a: ['y'] }],
    [{ a: 1 }, [{ op: 'replace', path: '/a', value: null }], { a: null }],
    [{ a: { b: 1 }, c: {} }, [{ op: 'move', from: '/a/b', path: '/c/d' }], { a: {}, c: { d: 1 } }],
    [{ a: [1, 2, 3] }, [{ op: 'move', from: '/a/0', path: '/a/2' }], { a: [2, 3, 1] }],
    [{ a: { b: [1] } }, [{ op: 'copy', from: '/a/b', path: '/c' }], { a: { b: [1] }, c: [1] }],
    [{ 'a/b': { 'm~n': 1 } }, [{ op: 'replace', path: '/a~1b/m~0n', value: 2 }], { 'a/b': { 'm~n': 2 } }],
    [
      { a: { x: [1, { y: 2 }] } },
      [{ op: 'test', path: '/a', value: { x: [1, { y: 2 }] } }],
      { a: { x: [1, { y: 2 }] } },
    ],
    // The pointer "" is the whole document (RFC 6901, section 5).
    [{ a: 1 }, [{ op: 'test', path: '', value: { a: 1 } }], { a: 1 }],
    [{ a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
    [
      { a: 1 },
      [
        { op: 'add', path: '', value: { b: 2 } },
        { op: 'add', path: '/c', value: 3 },
      ],
      { b: 2, c: 3 },
    ],
    [{ a: { b: 1 } }, [{ op: 'move', from: '/a', path: '' }], { b: 1 }],
    [{ a: { b: 1 } }, [{ op: 'copy', from: '/a', path: '' }], { b: 1 }],
    [{ a: 1 }, [{ op: 'copy', from: '', path: '/b' }], { a: 1, b: { a: 1 } }],
    [{ a: 1 }, [{ op: 'remove', path: '' }], undefined],
  ])('changes %j by %j', (document, operations, result) => {
    expect(patched(structuredClone(document), operations)).toEqual(result);
  });

  it.each([
    ['an unknown operation', { op: 'merge', path: '/a', value: 1 }, 'operation'],
    ['no path', { op: 'remove' }, 'pointer'],
    ['a move of the whole document into itself', { op: 'move', from: '', path: '/x' }, 'pointer'],
    ['a test of the whole document that fails', { op: 'test', path: '', value: { text: 'hi' } }, 'test'],
    ['a path without a slash', { op: 'add', path: 'a', value: 1 }, 'pointer'],
    ['a broken escape', { op: 'add', path: '/~2', value: 1 }, 'pointer'],
    ['no value', { op: 'add', path: '/x' }, 'value'],
    ['a missing parent', { op: 'add', path: '/x/y', value: 1 }, 'missing'],
    ['a missing target', { op: 'replace', path: '/x', value: 1 }, 'missing'],
    ['an index beyond the end', { op: 'add', path: '/list/9', value: 1 }, 'missing'],
    ['an index with leading zeros', { op: 'replace', path: '/list/00', value: 1 }, 'missing'],
    ['the end of a list where something must be', { op: 'remove', path: '/list/-' }, 'missing'],
    ['a step into a text', { op: 'add', path: '/text/0', value: 'x' }, 'missing'],
    ['a move into itself', { op: 'move', from: '/object', path: '/object/inner' }, 'pointer'],
    ['a copy from nowhere', { op: 'copy', from: '/nowhere', path: '/x' }, 'missing'],
    ['a test that fails', { op: 'test', path: '/text', value: 'other' }, 'test'],
    ['__proto__', { op: 'add', path: '/__proto__/polluted', value: true }, 'pointer'],
    ['constructor', { op: 'add', path: '/object/constructor/prototype/polluted', value: true }, 'pointer'],
    ['an inherited field', { op: 'add', path: '/toString/polluted', value: true }, 'missing'],
    ['a source in the prototype', { op: 'copy', from: '/__proto__/toString', path: '/x' }, 'pointer'],
  ])('rejects %s and names the operation', (_what, operation, rule) => {
    const document = { text: 'hi', list: [1], object: { inner: 1 } };
    const error = errorOf(document, [{ op: 'test', path: '/text', value: 'hi' }, operation]);
    expect(error.code).toBe('invalid-patch');
    expect(error.faults).toEqual([expect.objectContaining({ path: '/1', rule })]);
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(Object.prototype.toString).not.toHaveProperty('polluted');
  });

  it('limits the memory of nested copies', () => {
    const doubling = Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '/a', path: `/a/n${index}` }));
    expect(errorOf({ a: { text: 'x'.repeat(1_000) } }, doubling).faults?.[0]?.rule).toBe('size');
  });
});

describe('a change of a profile', () => {
  const shown = { name: 'Front desk', definition: { system: { x: 1 }, thinhoc: { y: 2 } } };

  it('replaces with JSON, merges with merge patch, and edits with JSON patch', () => {
    expect(applyToProfile(shown, { definition: { z: 3 } }, 'application/json')).toEqual({
      name: 'Front desk',
      definition: { z: 3 },
    });
    expect(applyToProfile(shown, { definition: { system: { x: 9 } } }, 'application/merge-patch+json')).toEqual({
      name: 'Front desk',
      definition: { system: { x: 9 }, thinhoc: { y: 2 } },
    });
    const operations = [{ op: 'replace', path: '/name', value: 'Lobby' }];
    expect(applyToProfile(shown, operations, 'application/json-patch+json')).toEqual({ ...shown, name: 'Lobby' });
    expect(shown.name).toBe('Front desk');
  });

  it.each([
    ['an unknown field', { revision: 7 }, 'application/json', '/revision'],
    ['a name that is not one', { name: '   ' }, 'application/json', '/name'],
    ['a removed definition', { definition: null }, 'application/merge-patch+json', '/definition'],
    ['a definition that is a list', { definition: [] }, 'application/json', '/definition'],
    ['a list as JSON', [], 'application/json', ''],
    ['nothing left', [{ op: 'remove', path: '' }], 'application/json-patch+json', ''],
    ['a text in place of the whole', [{ op: 'replace', path: '', value: 'x' }], 'application/json-patch+json', ''],
  ])('rejects %s', (_what, body, mediaType, path) => {
    try {
      applyToProfile(shown, body, mediaType);
      throw new Error('accepted');
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid-input', faults: [{ path }] });
    }
  });
});
