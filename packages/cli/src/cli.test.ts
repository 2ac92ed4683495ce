import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS } from '@berth/contract/rules/commands';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sessionFile } from './auth/session.ts';
import { runCli } from './cli.ts';
import { printable } from './output.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function berth(argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const lines = { out: [] as string[], err: [] as string[] };
  const exit = await runCli(argv, {
    env: { BERTH_SESSION: join(folder, 'session.json'), ...env },
    out: (text) => void lines.out.push(text),
    err: (text) => void lines.err.push(text),
    isTerminal: false,
  });
  return { exit, out: lines.out.join('\n'), err: lines.err.join('\n') };
}

/** A server that sends the same reply to all requests, or one by their path, and records them. */
async function startStubServer(status: number, body: unknown) {
  const asked: { method: string; url: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    asked.push({ method, url, authorization: request.headers.authorization });
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(typeof body === 'function' ? body(url) : body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('a command line', () => {
  it.each([
    [['dance'], 'Unknown command "dance"'],
    [['machines', 'dance'], 'Commands of berth machines: list, show'],
    [['machines', 'show'], 'berth machines show expects MACHINE'],
    [['machines', 'list', 'x'], 'berth machines list expects no arguments'],
    [['machines', 'list', '--fliter', 'x'], '--fliter'],
    [['whoami', '--server', 'berth.example'], 'is not a server URL'],
    [['profile', 'diff', '/nowhere/x.json'], 'no such file'],
    [['completion', 'fish'], 'bash and zsh'],
    [['commands', 'send', 'dance', '--all'], 'reboot'],
    [['commands', 'send', 'reboot'], '--tag, --filter and --all'],
    [['commands', 'send', 'reboot', '--all', '--tag', 'x'], 'one of --tag'],
    [['commands', 'send', 'notify', '--all'], '--message TEXT'],
    [['commands', 'send', 'reboot', '--all', '--message', 'x'], 'not for reboot'],
  ])('%j prints what is wrong', async (argv, message) => {
    const { exit, err, out } = await berth(argv);
    expect(err).toContain(message);
    expect([exit, out]).toEqual([2, '']);
  });

  it('offers a verb for every command that takes only a machine', async () => {
    const { out } = await berth(['--help']);
    const verbs = Object.values(COMMANDS).flatMap((command) => ('verb' in command ? [command.verb] : []));
    expect(verbs).toContain('poweroff');
    for (const verb of verbs) expect(out).toMatch(new RegExp(`berth machines ${verb} MACHINE `));
  });

  it('exits with 3 without a login', async () => {
    expect(await berth(['machines', 'list'])).toMatchObject({ exit: 3, err: expect.stringContaining('berth login') });
  });

  it('exits with 6 when the server does not respond', async () => {
    const { exit, err } = await berth(['whoami'], { BERTH_TOKEN: 'key', BERTH_SERVER: 'http://127.0.0.1:1' });
    expect(exit).toBe(6);
    expect(err).toContain('does not respond');
  });

  it.each([
    ['notify', null, 'delivered'],
    ['notify', '2026-11-23T10:00:00Z', 'read'],
    ['reboot', null, 'succeeded'],
  ])('lists a finished %s that was read at %s as %s', async (type, readAt, state) => {
    // The same reply to both calls: the machine is found by the name, its command by the rest.
    const command = { id: 'c1', name: 'desk', type, state: 'succeeded', readAt, author: 'ada', createdAt: 'today' };
    const { url } = await startStubServer(200, [{ ...command, result: null }]);
    const { out } = await berth(['commands', 'list', 'desk'], { BERTH_TOKEN: 'key', BERTH_SERVER: url });
    expect(out.split('\n').at(-1)?.split(/\s+/).slice(0, 3)).toEqual(['c1', type, state]);
  });

  it('shows what becomes of each line of a remote desktop, without a login', async () => {
    const file = join(folder, 'Office.rdp');
    writeFileSync(file, 'full address:s:ts.example.org\r\npassword 51:b:0100\r\nsession bpp:i:32\r\n');
    const { exit, out } = await berth(['import', file]);
    expect(exit).toBe(0);
    expect(out.split('\n')).toEqual([
      '1: full address = ts.example.org -> /thinhoc/sessions/rdp/0/default_host',
      '2: password 51 -> passwords are never imported',
      '3: session bpp = 32 -> no such setting',
    ]);
    writeFileSync(file, 'Dear reader');
    expect(await berth(['import', file])).toMatchObject({ exit: 2, err: expect.stringContaining('neither') });
  });

  it('says where a value of a machine comes from, and what it hides', async () => {
    const by = { author: 'ada@example.org', changedAt: '2026-11-24T10:00:00Z', faults: [] };
    const link = (source: string, value: string, lockedBy: string | null) => ({
      source,
      kind: 'value',
      value,
      lockedBy,
    });
    const why = {
      path: '/thinhoc/customization/color_primary',
      value: '#111111',
      source: 'l1',
      lockedBy: 'l1',
      chain: [link('l1', '#111111', null), link('profile', '#222222', 'l1')],
    };
    const sources = [
      { ...by, id: 'l1', name: 'Brand', scope: 'organization', tag: null, revision: 3, note: 'new logo' },
      { ...by, id: 'profile', name: 'Front desk', scope: 'profile', tag: null, revision: 7, note: null },
    ];
    const { url, asked } = await startStubServer(200, (path: string) =>
      path.includes('/definition') ? { why: [why], sources } : [{ id: 'a'.repeat(32), name: 'Desk' }],
    );
    const argv = ['machine', 'why', 'Desk', 'customization.color_primary'];
    const { out } = await berth(argv, { BERTH_TOKEN: 'key', BERTH_SERVER: url });
    expect(asked.at(-1)?.url).toContain('/definition?path=customization.color_primary');
    expect(out.split('\n')).toEqual([
      '/thinhoc/customization/color_primary = "#111111" (locked)',
      '  "#222222" from profile "Front desk", revision 7 by ada@example.org, 2026-11-24T10:00:00Z (refused, locked by "Brand")',
      '  "#111111" from organization "Brand", revision 3 by ada@example.org, 2026-11-24T10:00:00Z: new logo (applies)',
    ]);
  });

  it('lists and finds every machine of a large organization', async () => {
    const orgId = '5f4dcc3b-5aa7-4b1e-9f2a-0123456789ab';
    const id = (number: number) => number.toString(16).padStart(6, '0').padEnd(32, 'f');
    const machines = Array.from({ length: 2_345 }, (_, at) => ({
      id: id(at),
      shortId: id(at).slice(0, 6),
      name: `D${at}`,
      tags: [],
    }));
    // As the server does: a hundred unless the filter says more.
    const { url } = await startStubServer(200, (path: string) => {
      const filter = new URL(path, 'http://server').searchParams.get('filter') ?? '{}';
      const { where = {}, limit = 100, skip = 0 } = JSON.parse(filter);
      const start = where.id?.like.replace('%', '');
      const found = machines.filter((each) => !where.name && (start === undefined || each.id.startsWith(start)));
      return found.slice(skip, skip + limit);
    });
    const env = { BERTH_SERVER: url, BERTH_TOKEN: 'key' };
    const list = await berth(['machines', 'list', '--org', orgId, '--json'], env);
    expect(JSON.parse(list.out)).toHaveLength(machines.length);
    const few = await berth(['machines', 'list', '--org', orgId, '--json', '--filter', '{"limit":10}'], env);
    expect(JSON.parse(few.out)).toHaveLength(10);
    const last = await berth(['machines', 'show', id(2_344).slice(0, 6).toUpperCase(), '--json'], env);
    expect(JSON.parse(last.out)).toMatchObject({ name: 'D2344' });
  });

  it('never sends a session to a server other than its own', async () => {
    const { url, asked } = await startStubServer(200, []);
    const session = { server: 'https://berth.example', accessToken: 'mine', expiresAt: Date.now() + 600_000 };
    writeFileSync(join(folder, 'session.json'), JSON.stringify(session));
    expect((await berth(['org', 'list', '--server', url])).exit).toBe(3);
    expect(asked).toEqual([]);
  });
});

it('shows help', async () => {
  const { exit, out } = await berth(['help']);
  expect(exit).toBe(0);
  for (const each of ['machines reboot MACHINE', 'profiles apply FILE', 'completion bash|zsh'])
    expect(out).toContain(each);
  expect((await berth(['profile', 'apply', '--help'])).out).toContain('--note TEXT');
});

it('ends without a word when its reader has read enough', () => {
  const script = `${process.execPath} ${join(import.meta.dirname, 'main.ts')} help | true; echo "\${PIPESTATUS[0]}"`;
  expect(execFileSync('bash', ['-c', `exec 2>&1; ${script}`], { encoding: 'utf8' })).toBe('0\n');
});

it('tells of a list what its fields say', async () => {
  const profile = { id: 'profile', scope: 'profile', tag: null, name: 'Office', revision: 2, note: null };
  const sources = [{ ...profile, author: 'ann@berth.example', changedAt: '2026-11-30T08:00:00.000Z', faults: [] }];
  const said = (path: string, link: object) => ({
    path,
    pointer: path,
    ...link,
    source: 'profile',
    lockedBy: null,
    chain: [{ source: 'profile', kind: 'entry', lockedBy: null, ...link }],
  });
  const why = [
    said('/mail', {}),
    said('/mail/url', { value: 'https://mail.example/' }),
    said('/chat', { kind: 'off' }),
  ];
  const machine = { id: 'a'.repeat(32), shortId: 'AAAAAA', name: 'Desk', tags: [] };
  const { url } = await startStubServer(200, (at: string) =>
    at.includes('/definition')
      ? { profileId: 'p', definition: {}, sources, why }
      : at.includes('/organizations')
        ? [{ id: 'o', name: 'Org' }]
        : [machine],
  );
  const { out } = await berth(['machines', 'why', 'Desk', 'mail'], { BERTH_SERVER: url, BERTH_TOKEN: 'key' });
  expect(out.split('\n')[0]).toBe('/mail/url = "https://mail.example/"');
  expect(out).toContain('(off) from profile "Office"');
});

it('supports shell completion', async () => {
  const { out } = await berth(['completion', 'bash']);
  const complete = (...words: string[]) => {
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length - 1}\n_berth\necho "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim();
  };
  expect(complete('berth', 'mach')).toBe('machines');
  expect(complete('berth', 'machines', 're')).toBe('rename reboot');
  expect(complete('berth', 'profiles', 'apply', '--n')).toBe('--note');
  expect(complete('berth', 'test', 'company', '--m')).toBe('--machines');
  expect(complete('berth', 'plan', 'company', '--d')).toBe('--delete');
  expect(complete('berth', 'export', '--over')).toBe('--overwrite');
  expect((await berth(['completion', 'zsh'])).out).toContain('bashcompinit');
});

it('stores a session readable only by its owner', async () => {
  const path = join(folder, 'deep', 'session.json');
  const file = sessionFile({ BERTH_SESSION: path });
  expect(await file.read()).toBeUndefined();
  const endpoints = {
    server: 'https://berth.example',
    tokenEndpoint: 'https://berth.example/token',
    revocationEndpoint: undefined,
    clientId: 'c',
  };
  const session = { ...endpoints, accessToken: 'a', expiresAt: 1, refreshToken: 'r' };
  await file.write(session);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700);
  expect(await file.read()).toEqual(session);
  await file.remove();
  expect(await file.read()).toBeUndefined();
});

it('removes terminal control characters from output', () => {
  expect(printable('a\u001b[31mred\u202eb\n')).toBe('a [31mred b ');
});
