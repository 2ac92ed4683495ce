import { expect, it } from 'vitest';
import { alertsOf, alertTopicsOf } from './alerts.ts';

it('the owner gets all alerts until choosing otherwise, other members none', () => {
  expect(alertsOf('owner', null)).toEqual(['machines', 'rollouts', 'credits']);
  expect(alertsOf('owner', [])).toEqual([]);
  expect(alertsOf('administrator', null)).toEqual([]);
  expect(alertsOf('administrator', ['credits'])).toEqual(['credits']);
});

it('a role that is reduced ends alerts about what it may no longer read', () => {
  expect(alertsOf('operator', ['credits', 'machines'])).toEqual(['machines']);
  expect(alertTopicsOf('viewer')).toEqual(['machines', 'rollouts']);
});
