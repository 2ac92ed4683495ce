// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAuthenticated, personOf, readClaims, storePerson, usePerson } from './person.ts';

const GRACE = { id: 'u1', email: 'grace@company.example', permissions: [] };

beforeEach(() => sessionStorage.clear());

it('the authenticated flag follows login and logout, and its subscribers are notified', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const heard: (string | undefined)[] = [];
  function Listener() {
    heard.push(usePerson()?.email);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Listener />));
  expect(isAuthenticated()).toBe(false);
  await act(async () => storePerson(GRACE));
  expect(isAuthenticated()).toBe(true);
  await act(async () => storePerson(null));
  expect(isAuthenticated()).toBe(false);
  expect(heard).toEqual([undefined, GRACE.email, undefined]);
});

const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

describe('the current person', () => {
  it('comes from the access token, including non-ASCII letters', () => {
    const token = jwt({ sub: 'u1', email: 'jörg@häfen.example', permissions: ['platform:admin'] });
    expect(personOf(token, {})).toEqual({ id: 'u1', email: 'jörg@häfen.example', permissions: ['platform:admin'] });
  });

  it('comes from the ID token where the access token is opaque', () => {
    expect(personOf('opaque', { sub: 'u2', email: 'a@b.example' })).toEqual({
      id: 'u2',
      email: 'a@b.example',
      permissions: [],
    });
  });

  it('never fails on unexpected claims', () => {
    expect(personOf(jwt({ sub: 7, email: null, permissions: 'all' }), {})).toEqual({
      id: '',
      email: '',
      permissions: [],
    });
    expect(readClaims('a.!!!.c')).toEqual({});
  });
});
