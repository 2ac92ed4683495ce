// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it } from 'vitest';
import { isAuthenticated, storePerson, usePerson } from './person.ts';

const GRACE = { id: 'u1', email: 'grace@harbor.example', permissions: [] };

beforeEach(() => sessionStorage.clear());

it('the authenticated flag follows login and logout, and whoever shows it hears of both', async () => {
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
