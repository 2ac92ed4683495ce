import { expect, it } from 'vitest';
import { copyOf, edit, typeErrors } from './copy.ts';
import { lineAt, sourcesOf } from './sources.ts';

/** A field of the home screen and one of a session, where each is declared. */
const FIELDS = {
  hide_status_bar_by_default: 'packages/contract/src/profile/home.ts',
  auto_reconn_enabled: 'packages/contract/src/profile/sessions.ts',
} as const;

const packages = ['contract', 'session', 'web', 'device'];

/** Uses of a field in the sources of a copy, except its declaration and test data, as `file:line`. */
function usesOf(root: string, field: keyof typeof FIELDS): string[] {
  return sourcesOf(root, /\.tsx?$/)
    .filter(({ file }) => file !== FIELDS[field] && !file.includes('/testing/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(new RegExp(`\\b${field}\\b`, 'g'))].map(({ index }) => `${file}:${lineAt(text, index)}`),
    );
}

it('A renamed field of the profile is a type error wherever it is used', { timeout: 300_000 }, async () => {
  const root = copyOf(packages);
  const uses = Object.keys(FIELDS).flatMap((field) => usesOf(root, field as keyof typeof FIELDS));
  for (const [field, file] of Object.entries(FIELDS)) edit(root, { [file]: [`  ${field}:`, `  renamed_${field}:`] });
  const users = Map.groupBy(uses, (use) => /^packages\/([^/]+)/.exec(use)?.[1] ?? '');
  const errors = await Promise.all(
    [...users].map(([name, places]) =>
      typeErrors(
        root,
        name,
        places.map((place) => place.replace(/^packages\/[^/]+\/|:\d+$/g, '')),
      ),
    ),
  );
  expect(errors.flat().toSorted()).toEqual([...new Set(uses)].toSorted());
  // The contract's forms, the home screen, the login of a remote desktop, and the agent that starts it.
  expect([...users.keys()].toSorted()).toEqual(['contract', 'device', 'session']);
});
