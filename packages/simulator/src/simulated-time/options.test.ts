import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('the options of simulated time', () => {
  it('are seeds in a row, or one seed again', () => {
    expect(readOptions(['--seeds', '100', '--from', '500'])).toMatchObject({ first: 500, count: 100, isReplay: false });
    expect(readOptions(['--seed', '42'])).toMatchObject({ first: 42, count: 1, isReplay: true });
  });

  it.each([
    [['--seeds', 'many'], '--seeds must be a whole number from 1, not "many".'],
    [['--seed', '0'], '--seed must be a whole number from 1, not "0".'],
    [['--minutes', '1.5'], '--minutes must be a whole number from 1, not "1.5".'],
    [['--plant', 'roses'], '--plant must be one of'],
    [['--sed', '42'], "Unknown option '--sed'"],
  ])('%j are refused by name', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
