import { describe, expect, it } from 'vitest';
import { applyMergePatch, mergePatchOf, patchedPointers } from './merge-patch.ts';

const before = {
  version: 1,
  thinhoc: { sessions: { webapp: [{ url: 'https://a' }], rdp: [] }, sip: { enabled: false } },
  system: { network: { wifi: { ssid: 'company' } } },
};

describe('a merge patch', () => {
  it('is empty for equal objects, whatever the order of keys', () => {
    expect(mergePatchOf(before, { system: before.system, thinhoc: before.thinhoc, version: 1 })).toEqual({});
  });

  it('contains only differences, and lists as a whole', () => {
    const after = structuredClone(before);
    after.thinhoc.sessions.webapp.push({ url: 'https://b' });
    expect(mergePatchOf(before, after)).toEqual({
      thinhoc: { sessions: { webapp: [{ url: 'https://a' }, { url: 'https://b' }] } },
    });
  });

  it('contains null for removed keys', () => {
    expect(mergePatchOf(before, { ...before, system: { network: { wifi: {} } } })).toEqual({
      system: { network: { wifi: { ssid: null } } },
    });
  });

  it('turns the one into the other', () => {
    const after = { version: 2, thinhoc: { sessions: { webapp: [], rdp: [{ host: 'x' }] } }, extra: { a: { b: 1 } } };
    expect(applyMergePatch(before, mergePatchOf(before, after))).toEqual(after);
  });

  it('applies one change to what another person saved meanwhile', () => {
    const mine = mergePatchOf(before, { ...before, version: 7 });
    const theirs = { ...before, system: { network: { wifi: { ssid: 'lobby' } } } };
    expect(applyMergePatch(theirs, mine)).toEqual({ ...theirs, version: 7 });
  });

  it('lists its changes by pointer', () => {
    expect(patchedPointers({ thinhoc: { sip: null, 'a/b': { c: 1 } } })).toEqual(['/thinhoc/sip', '/thinhoc/a~1b/c']);
  });
});
