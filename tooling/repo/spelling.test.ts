import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { britishSpellings, metaphors } from './spelling.ts';

const found = (file: string, text: string) => britishSpellings(createRepository({ [file]: text }));

it.each([
  ['packages/x/src/a.ts', 'const enrolmentCode = 1;\n'],
  ['packages/x/src/a.ts', '/** The colour of a tile. */\n'],
  ['docs/a.md', 'An organisation has machines.\n'],
  ['packages/contract/src/texts/eng/a.json', '{ "a.title": "Licences" }\n'],
])('reports the British word in %s: %s', (file, text) => {
  expect(found(file, text)).toEqual([expect.stringMatching(`^${file}:1: ".+" is spelled ".+" here$`)]);
});

it.each([
  ['packages/x/src/a.ts', "await rows('select * from enrolment_codes');\n"],
  ['packages/x/src/a.ts', "id: 'enrolment.create',\n"],
  ['packages/x/src/a.tsx', '<div aria-labelledby="a" />\n'],
  ['packages/contract/src/texts/deu/a.json', '{ "a.title": "Organisation" }\n'],
])('accepts %s: %s', (file, text) => expect(found(file, text)).toEqual([]));

it('finds none in this repository', () => expect(britishSpellings(repository)).toEqual([]));

it.each([
  ['e2e/kit/a.ts', 'await moorMachine(page);\n'],
  ['docs/a.md', 'A machine comes alongside.\n'],
  ['packages/x/src/desk.ts', 'export const people = 2;\n'],
  ['packages/server/src/a.test.ts', "await addMachine(server, tenant, { name: 'Quay 1' });\n"],
  ['packages/console/src/a.test.ts', "const email = 'grace@harbor.example';\n"],
])('reports the metaphor in %s: %s', (file, text) => {
  expect(metaphors(createRepository({ [file]: text }))).toEqual([expect.stringContaining(file)]);
});

it.each([
  ['packages/server/src/a.ts', "import { IconDock } from '@tabler/icons-react'; // Docker, side, tidewater\n"],
  ['packages/contract/src/texts/deu/a.json', '{ "a.title": "Ebbe" }\n'],
])('accepts other words in %s', (file, text) => expect(metaphors(createRepository({ [file]: text }))).toEqual([]));

it('finds no metaphor in this repository', () => expect(metaphors(repository)).toEqual([]));
