import { expect, it } from 'vitest';
import { ENDPOINTS } from '../api/all.ts';
import { changesSomething } from '../api/endpoint.ts';
import { CALL_ACTIONS } from './audit.ts';

it('names every call that changes something, and no other', () => {
  const changing = ENDPOINTS.filter(changesSomething).map(({ id }) => id);
  expect([...CALL_ACTIONS].toSorted()).toEqual(changing.toSorted());
});
