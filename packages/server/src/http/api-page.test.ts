import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENDPOINTS } from '@berth/contract/api/all';
import { describe, expect, it } from 'vitest';
import { sharedServer } from '../testing/server.ts';

const page = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url));
const CALL = /^(?:GET|POST|PUT|PATCH|DELETE) \/\S*/;

/** The cells of the rows of a page's tables. */
function rows(name: string): string[][] {
  const lines = readFileSync(page(name), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('| ')).map((line) => line.slice(2, -2).split(' | '));
}

const calls = rows('docs/api.md').filter(([call = '']) => CALL.test(call));

describe('docs/api.md', () => {
  it('lists every call of the specification', () => {
    const specified = rows('docs/coverage.md').flatMap(([id = '', statement = '']) =>
      id.startsWith('7.') ? (CALL.exec(statement)?.[0] ?? []) : [],
    );
    expect(specified.length).toBeGreaterThan(40);
    expect(calls.map(([call]) => call)).toEqual(specified);
  });

  it('leads to the calls: a client without a login is told so there, or answered', async () => {
    const { url } = await sharedServer();
    for (const [call = '', operation] of calls) {
      if (operation === '-') continue;
      const [method = '', path = ''] = call.split(' ');
      const response = await fetch(`${url}/api${path.replace(/\{\w+\}/g, 'a'.repeat(32))}`, { method });
      const { error } = (await response.json()) as { error?: { code: string } };
      expect(error?.code, call).not.toBe('not-found');
    }
  });

  it('lists the operations by ID', () => {
    const declared = new Map(ENDPOINTS.map(({ id, method, path }) => [`${method} ${path}`, id]));
    for (const [call = '', operation] of calls) expect(operation, call).toBe(declared.get(call) ?? '-');
  });

  it('names existing tests', () => {
    for (const [call, , tests = ''] of calls.filter(([, operation]) => operation !== '-')) {
      for (const test of tests.split('<br>')) {
        const [file = '', title = ''] = test.split(' › ');
        expect(existsSync(page(file)), `${call}: ${file}`).toBe(true);
        expect(readFileSync(page(file), 'utf8').replaceAll("\\'", "'"), `${call}: ${title}`).toContain(title);
      }
    }
  });
});
