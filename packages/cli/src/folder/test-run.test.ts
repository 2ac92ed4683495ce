import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readFolder } from './read.ts';
import { outcomeLines, runTests } from './test-run.ts';
import { gather } from './wanted.ts';

const FILES = {
  'berth.yaml': 'format: berth-folder\nversion: 1\n',
  'profiles/office.yaml': `name: Office
definition:
  thinhoc:
    sessions:
      webbrowser: [{ display_name: Web, url: "https://example.org/" }]
`,
  'profiles/desk.yaml': 'name: Desk\ndefinition: {}\n',
  'layers/brand.yaml': `name: Brand
scope: organization
definition: { thinhoc: { customization: { color_primary: "#112233" } } }
locks: [customization.color_primary]
`,
  'layers/exam.yaml': `name: Exam
scope: tag
tag: exam
definition: { thinhoc: { customization: { color_primary: "#000000" } } }
`,
  'layers/reception.yaml': `name: Reception
scope: tag
tag: reception
definition: {}
off: [sessions.webbrowser.browser]
`,
};

const dir = mkdtempSync(join(tmpdir(), 'berth-tests-'));
afterAll(() => rmSync(dir, { recursive: true }));

function outcomes(tests: string, machines: Parameters<typeof runTests>[2] = []) {
  for (const [path, content] of Object.entries({ ...FILES, 'tests/rooms.yaml': tests })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  const folder = readFolder(dir);
  return runTests(folder, gather(folder, dir, undefined), machines);
}

const EXAMPLES = `machines:
  - { name: Front, profile: Office, tags: [reception] }
  - { name: Hall, profile: Office }
  - { name: Room 4, profile: Desk, tags: [exam] }
`;

it('passes what holds: a layer switches off, and a lock holds against a tag', () => {
  const tests = `${EXAMPLES}tests:
  - name: No machine tagged reception opens a free browser
    machines: { tag: reception }
    expect: [{ path: sessions.webbrowser.browser, exists: false }]
  - name: Every machine has the color of the brand, locked
    expect: [{ path: customization.color_primary, equals: "#112233", locked: true }]
  - name: Office opens the web
    machines: { profile: office, name: Hall }
    expect: [{ path: sessions.webbrowser.browser.url, matches: "^https:" }, { path: customization.color_secondary, differs: "#000000" }]
`;
  expect(outcomeLines(outcomes(tests))).toEqual([
    'ok   No machine tagged reception opens a free browser',
    'ok   Every machine has the color of the brand, locked',
    'ok   Office opens the web',
    '3 passed, 0 failed.',
  ]);
});

it('tells the machine, the field, the value, and where it comes from', () => {
  const tests = `${EXAMPLES}tests:
  - name: Nobody opens a browser
    expect:
      - { path: sessions.webbrowser.browser, exists: false }
  - name: White
    machines: { tag: exam }
    expect:
      - { path: customization.color_primary, equals: "#FFFFFF" }
      - { path: customization.color_secondary, locked: true }
`;
  expect(outcomeLines(outcomes(tests))).toEqual([
    'FAIL Nobody opens a browser (tests/rooms.yaml:6)',
    expect.stringMatching(
      /^ {5}Hall: \/thinhoc\/sessions\/webbrowser\/browser is \{.*…, expected none; from profile "Office" \(profiles\/office\.yaml\) \(tests\/rooms\.yaml:8\)$/,
    ),
    'FAIL White (tests/rooms.yaml:9)',
    '     Room 4: /thinhoc/customization/color_primary is "#112233", expected "#FFFFFF"; from layer "Brand" (layers/brand.yaml) (tests/rooms.yaml:12)',
    "     Room 4: /thinhoc/customization/color_secondary is not locked; from the product's default (tests/rooms.yaml:13)",
    '0 passed, 2 failed.',
  ]);
});

it('fails an assertion about no machine, no field, or a profile that is not there', () => {
  const tests = `${EXAMPLES}  - { name: Cellar, profile: Kiosk }
tests:
  - name: Nothing
    machines: { tag: roof }
    expect: [{ path: customization.color_primary, exists: true }]
  - name: Nothing, which is fine
    machines: { tag: roof }
    allowNone: true
    expect: [{ path: customization.color_primary, exists: true }]
  - name: Typing error
    machines: { tag: exam }
    expect: [{ path: customization.colr_primary, exists: true }]
  - name: Missing profile
    machines: { name: Cellar }
    expect: [{ path: customization.color_primary, exists: true }]
`;
  expect(outcomes(tests).map(({ failures }) => failures.map(({ message }) => message))).toEqual([
    ['is about no machine (allowNone: true allows it)'],
    [],
    ['names no field of a profile'],
    ['has the profile "Kiosk", which is not in the folder'],
  ]);
});

it('tests real machines beside the examples', () => {
  const tests = 'tests:\n  - name: Dark\n    expect: [{ path: customization.color_primary, equals: "#000000" }]\n';
  const real = [{ name: 'Real', profile: 'Desk', tags: ['exam'] }];
  expect(outcomes(tests, real)[0]?.failures.map(({ machine }) => machine)).toEqual(['Real']);
});
