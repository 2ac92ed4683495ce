import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runServer, type ServerProcess } from '../testing/process.ts';

const COMMANDS = ['backup', 'restore', 'prune-archive', 'check-backup', 'reconcile'] as const;
type CommandName = (typeof COMMANDS)[number];

let place: string;
let data: string;
const secret = randomBytes(32).toString('base64url');
const other = randomBytes(32).toString('base64url');
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'berth-commands-'));
  data = join(place, 'data');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function run(command: CommandName, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const script = fileURLToPath(new URL(`${command}.ts`, import.meta.url));
  const whole = { PATH: process.env.PATH, BERTH_DATA: data, ...env };
  return promisify(execFile)(process.execPath, [script, ...args], { cwd: place, env: whole }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );
}

describe.each(COMMANDS)('npm run %s', (command) => {
  it('prints its usage and does nothing else', async () => {
    expect(await run(command, ['--help'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(`^Usage: npm run ${command}`),
    });
    expect(readdirSync(place)).toEqual([]);
  });

  it.each([
    ['an unknown option', ['--color', 'red'], "Unknown option '--color'"],
    ['an extra argument', ['a.tar', 'b.tar'], 'Unknown argument:'],
    ['an invalid setting', command === 'reconcile' ? [] : ['a.tar'], 'BERTH_PORT must be'],
  ])('reports %s with a message, not a stack', async (_what, args, message) => {
    const { code, said } = await run(command, args, { BERTH_PORT: 'many' });
    expect(code).toBe(1);
    expect(said).toContain(message);
    expect(said).not.toMatch(/^ {4}at /m);
    expect(readdirSync(place)).toEqual([]);
  });
});

describe('an installation with its secret in BERTH_SECRET', () => {
  let server: ServerProcess;
  const file = () => join(place, 'berth.tar');
  beforeAll(async () => {
    server = runServer({ env: { BERTH_DATA: data, BERTH_SECRET: secret } });
    await server.ready;
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });

  it('is not backed up from a shell without the secret or with another, and gets no new one', async () => {
    expect(await run('backup', [file()])).toMatchObject({ code: 1, said: expect.stringContaining('Set BERTH_SECRET') });
    expect(await run('backup', [file()], { BERTH_SECRET: other })).toMatchObject({
      code: 1,
      said: expect.stringContaining('BERTH_SECRET'),
    });
    expect(await run('reconcile', [])).toMatchObject({ code: 1, said: expect.stringContaining('Set BERTH_SECRET') });
    expect(existsSync(join(data, 'secret'))).toBe(false);
    expect(readdirSync(place)).toEqual(['data']);
  });

  it('is backed up with it, running or stopped, and restored only with a matching secret', async () => {
    expect(await run('backup', [file()], { BERTH_SECRET: secret })).toMatchObject({ code: 0 });
    server.kill('SIGTERM');
    await server.ended;
    const atRest = join(place, 'at-rest.tar');
    expect(await run('backup', [atRest], { BERTH_SECRET: other })).toMatchObject({ code: 1 });
    expect(await run('backup', [atRest], { BERTH_SECRET: secret })).toMatchObject({ code: 0 });

    const into = { BERTH_DATA: join(place, 'restored') };
    expect(await run('restore', [file()], { ...into, BERTH_SECRET: other })).toMatchObject({
      code: 1,
      said: expect.stringContaining('Set BERTH_SECRET'),
    });
    expect(existsSync(into.BERTH_DATA)).toBe(false);
    expect(await run('restore', [atRest], into)).toMatchObject({ code: 0, said: expect.stringContaining('Restored') });
    expect(readFileSync(join(into.BERTH_DATA, 'secret'), 'utf8').trim()).toBe(secret);
    const again = runServer({ env: into });
    await again.ready;
    again.kill('SIGTERM');
    expect(await again.ended).toMatchObject({ code: 0 });
  });

  it('does not start without it, and generates no other', async () => {
    const { code, complaint } = await runServer({ env: { BERTH_DATA: data } }).ended;
    expect(code).toBe(1);
    expect(complaint).toContain('Set BERTH_SECRET');
    expect(existsSync(join(data, 'secret'))).toBe(false);
  });
});
