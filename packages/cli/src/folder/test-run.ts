import { listOrganizationMachines } from '@berth/contract/api/machines';
import { listOrganizationProfiles } from '@berth/contract/api/profiles';
import { type Failure, failuresOf, machineResolver } from '@berth/contract/as-code/assertions';
import { definitionFaults } from '@berth/contract/as-code/check-file';
import type { ExampleMachine } from '@berth/contract/as-code/files';
import { LIST_LIMIT_MAX } from '@berth/contract/limits';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Context } from '../command.ts';
import { CliError } from '../errors.ts';
import { printable } from '../output.ts';
import { organizationOf } from '../references.ts';
import { patientCalls } from './load.ts';
import type { Folder } from './read.ts';
import type { Gathered } from './wanted.ts';

/** One assertion with what does not hold. */
export interface Outcome {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly failures: readonly (Failure & { readonly from: string | undefined; readonly line: number })[];
}

/** Runs the assertions of a folder on its example machines, and on `machines` of an organization. */
export function runTests(
  folder: Folder,
  { wanted, placeOf }: Gathered,
  machines: readonly ExampleMachine[],
): Outcome[] {
  const files = folder.tests ?? [];
  if (files.length === 0) throw new CliError('The folder has no tests: write some in tests/NAME.yaml.');
  const all = [...files.flatMap(({ content }) => content.machines ?? []), ...machines];
  const resolve = machineResolver(wanted);
  const fromOf = ({ origin }: Failure) => {
    if (origin === undefined) return undefined;
    if (origin === 'default') return "the product's default";
    const place = placeOf(origin);
    return `${'scope' in origin ? 'layer' : 'profile'} "${origin.name}"${place ? ` (${place.file})` : ''}`;
  };
  const outcomes = files.flatMap(({ file, content, lineOf }) =>
    content.tests.map((assertion, index): Outcome => {
      const failures = failuresOf(assertion, all, resolve).map((failure) => ({
        ...failure,
        from: fromOf(failure),
        line: lineOf(`/tests/${index}/expect/${failure.index}`),
      }));
      return { name: assertion.name, file, line: lineOf(`/tests/${index}/name`), failures };
    }),
  );
  return [...outcomes, ...brokenRules(files, all, resolve)];
}

/** Machines whose profile and layers together break a rule: the server would leave a layer out. */
function brokenRules(
  files: NonNullable<Folder['tests']>,
  machines: readonly ExampleMachine[],
  resolve: ReturnType<typeof machineResolver>,
): Outcome[] {
  const seen = new Set<unknown>();
  return machines.flatMap((machine) => {
    const resolved = resolve(machine);
    if (!resolved || seen.has(resolved)) return [];
    seen.add(resolved);
    const faults = definitionFaults(ProfileDefinition, resolved.definition);
    if (faults.length === 0) return [];
    const failures = faults.map(({ path, message }) => ({
      machine: machine.name,
      path,
      message,
      origin: undefined,
      index: 0,
      from: 'its profile and layers together',
      line: 1,
    }));
    return [{ name: 'Definitions are valid', file: files[0]?.file ?? '', line: 1, failures }];
  });
}

/** The lines of outcomes for people. */
export function outcomeLines(outcomes: readonly Outcome[]): string[] {
  const failed = outcomes.filter(({ failures }) => failures.length > 0);
  return [
    ...outcomes.flatMap(({ name, file, line, failures }) => [
      `${failures.length === 0 ? 'ok  ' : 'FAIL'} ${printable(name)}${failures.length === 0 ? '' : ` (${file}:${line})`}`,
      ...failures.map(
        (each) =>
          `     ${each.machine === undefined ? '' : `${printable(each.machine)}: `}${printable(each.path)} ${printable(each.message)}${each.from === undefined ? '' : `; from ${printable(each.from)}`} (${file}:${each.line})`,
      ),
    ]),
    `${outcomes.length - failed.length} passed, ${failed.length} failed.`,
  ];
}

/** The real machines of an organization, with the names that the folder gives their profiles. */
export async function realMachines(context: Context, { wanted }: Gathered): Promise<ExampleMachine[]> {
  const call = patientCalls(context);
  const { id: orgId } = await organizationOf(context);
  const names = new Map<string, string>();
  const page = (skip: number) => ({ filter: JSON.stringify({ order: 'name', limit: LIST_LIMIT_MAX, skip }) });
  for (let skip = 0; ; skip += LIST_LIMIT_MAX) {
    const profiles = await call(listOrganizationProfiles, { params: { orgId }, query: page(skip) });
    for (const { id, name } of profiles) names.set(id, name);
    if (profiles.length < LIST_LIMIT_MAX) break;
  }
  for (const { id, name } of wanted.profiles ?? []) if (id !== undefined && names.has(id)) names.set(id, name);
  const machines: ExampleMachine[] = [];
  for (;;) {
    const found = await call(listOrganizationMachines, { params: { orgId }, query: page(machines.length) });
    for (const { id, name, tags, profileId } of found) {
      machines.push({ id, name, tags, profile: names.get(profileId ?? '') ?? '(none)' });
    }
    if (found.length < LIST_LIMIT_MAX) return machines.filter(({ profile }) => profile !== '(none)');
  }
}
