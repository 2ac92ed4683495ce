import { describe, expect, it } from 'vitest';
import { personOf, readClaims } from './claims.ts';

const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

describe('who is signed in', () => {
  it('is what the access token says, letters beyond ASCII too', () => {
    const token = jwt({ sub: 'u1', email: 'jörg@häfen.example', permissions: ['platform:admin'] });
    expect(personOf(token, {})).toEqual({ id: 'u1', email: 'jörg@häfen.example', permissions: ['platform:admin'] });
  });

  it('is what the ID token says where the access token is opaque', () => {
    expect(personOf('opaque', { sub: 'u2', email: 'a@b.example' })).toEqual({
      id: 'u2',
      email: 'a@b.example',
      permissions: [],
    });
  });

  it('never fails on claims of another shape', () => {
    expect(personOf(jwt({ sub: 7, email: null, permissions: 'all' }), {})).toEqual({
      id: '',
      email: '',
      permissions: [],
    });
    expect(readClaims('a.!!!.c')).toEqual({});
  });
});
