import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CliError } from '../errors.ts';
import { readFolder } from './read.ts';
import { gather } from './wanted.ts';

const HEAD = 'format: berth-folder\nversion: 1\n';
const plain = (name: string) => `name: ${name}\ndefinition: {}\n`;

function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'berth-folder-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [path, content] of Object.entries({ 'berth.yaml': HEAD, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  return dir;
}

/** The lines of the error about a folder. */
function faultsOf(files: Readonly<Record<string, string | Buffer>>): string[] {
  const dir = folderOf(files);
  try {
    readFolder(dir);
  } catch (error) {
    if (error instanceof CliError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('a folder', () => {
  it.each([
    ['an empty file', 'profiles/a.yaml', '', 'profiles/a.yaml:1: is empty'],
    ['a file of comments', 'profiles/a.yaml', '# nothing\n', 'profiles/a.yaml:1: is empty'],
    ['an empty list', 'webhooks.yaml', 'webhooks:\n', 'webhooks.yaml:1: /webhooks: must be array'],
    ['tabs', 'profiles/a.yaml', 'name: A\n\tdefinition: {}\n', 'profiles/a.yaml:2: Tabs are not allowed'],
    ['anchors', 'profiles/a.yaml', 'name: &a A\ndefinition: {}\n', 'profiles/a.yaml:1: anchors are not allowed'],
    ['aliases', 'profiles/a.yaml', 'name: &a A\ndefinition: *a\n', 'profiles/a.yaml:2: aliases are not allowed'],
    [
      'a key twice',
      'profiles/a.yaml',
      'name: A\nname: B\ndefinition: {}\n',
      'profiles/a.yaml:2: Map keys must be unique',
    ],
    ['an unknown tag', 'profiles/a.yaml', 'name: !env A\ndefinition: {}\n', 'profiles/a.yaml:1: Unresolved tag'],
    [
      'two documents',
      'profiles/a.yaml',
      `${plain('A')}---\n${plain('B')}`,
      'profiles/a.yaml:3: Source contains multiple',
    ],
    ['bytes that are no text', 'profiles/a.yaml', Buffer.from([0xff, 0xfe, 0x00]), 'must be text in UTF-8'],
    [
      'a file that is too large',
      'profiles/a.yaml',
      Buffer.alloc(PROFILE_BYTES_MAX + 1, 32),
      `is larger than ${PROFILE_BYTES_MAX} bytes`,
    ],
    [
      'a wrong choice',
      'layers/a.yaml',
      'name: A\nscope: company\ndefinition: {}\n',
      'layers/a.yaml:2: /scope: must be one of organization, tag, machine',
    ],
    ['a missing field', 'profiles/a.yaml', 'definition: {}\n', 'profiles/a.yaml:1: /name: is required'],
    [
      'a secret in clear',
      'profiles/a.yaml',
      'name: A\ndefinition:\n  system:\n    auth:\n      settings_access: { who: pin, pin: "4711" }\n',
      'profiles/a.yaml:5: /definition/system/auth/settings_access/pin: is a secret: write { fromEnv: NAME }',
    ],
    ['a newer format', 'berth.yaml', 'format: berth-folder\nversion: 2\n', 'is of version 2. Install a newer version'],
    ['another format', 'berth.yaml', 'format: fleet\nversion: 1\n', 'berth.yaml:1: /format'],
  ])('with %s is refused with file and line', (_, path, content, expected) => {
    expect(faultsOf({ [path]: content }).join('\n')).toContain(expected);
  });

  it('tells every fault of a definition, with what is known or allowed there', () => {
    const customization = [
      'colr_primary: "#112233"',
      'color_secondary: red',
      'scaling_factors: { ui_scaling_factor: 99 }',
    ];
    const lines = customization.map((line) => `      ${line}\n`).join('');
    const faults = faultsOf({ 'profiles/a.yaml': `name: A\ndefinition:\n  thinhoc:\n    customization:\n${lines}` });
    expect(faults[0]).toMatch(/^profiles\/a\.yaml:5: .*colr_primary: unknown field; known: .*color_primary/);
    expect(faults[1]).toMatch(/^profiles\/a\.yaml:6: .*color_secondary: must be # and six hexadecimal digits/);
    expect(faults[2]).toMatch(/^profiles\/a\.yaml:7: .*ui_scaling_factor: must be <= 4/);
    expect(faults.at(-1)).toBe('Nothing was changed.');
  });

  it('has each name once, whatever its capital letters', () => {
    const faults = faultsOf({ 'profiles/a.yaml': plain('Office'), 'profiles/b.yaml': plain('office ') });
    expect(faults[0]).toBe('profiles/b.yaml:1: a profile is in profiles/a.yaml already');
  });

  it('without berth.yaml is no folder of an organization', () => {
    const dir = mkdtempSync(join(tmpdir(), 'berth-folder-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    expect(() => readFolder(dir)).toThrow(/has no berth.yaml/);
    expect(() => readFolder(join(dir, 'nowhere'))).toThrow(/has no berth.yaml/);
  });

  it('may have carriage returns, and a file of 5 MB', () => {
    const url = (index: number) => `https://example.org/${index}/${'x'.repeat(400)}`;
    const entry = (index: number) =>
      `        - { display_name: App ${index}, window_title: App, url: "${url(index)}" }\n`;
    const crlf = plain('Office').replaceAll('\n', '\r\n');
    const comment = `# ${'x'.repeat(98)}\n`.repeat(52_000);
    const big = `${comment}name: Big\ndefinition:\n  thinhoc:\n    sessions:\n      webapp:\n${[1, 2, 3].map(entry).join('')}`;
    expect(big.length).toBeGreaterThan(5_000_000);
    const folder = readFolder(folderOf({ 'profiles/a.yaml': crlf, 'profiles/b.yaml': big }));
    expect(folder.profile?.map(({ content }) => content.name)).toEqual(['Office', 'Big']);
  });

  it('takes secrets from the environment and from files, and keeps those that are not there', () => {
    const dir = folderOf({
      'profiles/a.yaml': `name: A\ndefinition:\n  system:\n    auth:\n      settings_access: { who: pin, pin: { fromEnv: PIN } }\n`,
      'profiles/b.yaml': `name: B\ndefinition:\n  system:\n    auth:\n      settings_access: { who: pin, pin: { fromFile: pin.txt } }\n`,
      'pin.txt': '0815\n',
    });
    const pins = (env: NodeJS.ProcessEnv | undefined) =>
      gather(readFolder(dir), dir, env).wanted.profiles?.map(({ definition }) => JSON.stringify(definition));
    expect(pins({ PIN: '4711' })).toEqual([
      expect.stringContaining('"pin":"4711"'),
      expect.stringContaining('"pin":"0815"'),
    ]);
    expect(pins({})?.[0]).toContain('"pin":"••••••••"');
    expect(pins(undefined)?.[1]).toContain('"pin":"••••••••"');
  });

  it('says nothing of parts without a file, and reads profiles for codes', () => {
    const dir = folderOf({ 'enrollment-codes.yaml': 'codes: []\n', 'profiles/readme.txt': 'x' });
    const { wanted, sections } = gather(readFolder(dir), dir, {});
    expect(wanted).toEqual({ codes: [] });
    expect(sections).toEqual(['profiles', 'codes']);
  });
});
