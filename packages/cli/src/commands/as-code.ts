import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft } from '@berth/contract/as-code/draft';
import { readList, versionsOf } from '@berth/contract/as-code/state';
import type { OrganizationId } from '@berth/contract/ids';
import type { Command, Context, Options } from '../command.ts';
import { CliError, EXIT, usage } from '../errors.ts';
import { APPLY_NOTE, driftOf, readBaseline, writeBaseline } from '../folder/baseline.ts';
import { leftOver, namesIn, writeFiles } from '../folder/files.ts';
import { patientCalls, readAllowed } from '../folder/load.ts';
import { makePlan, type Results, runPlan, type TriedPlan } from '../folder/plan.ts';
import { readFolder } from '../folder/read.ts';
import { renderFolder, renderSchemas } from '../folder/render.ts';
import { planJson, planLines } from '../folder/show-plan.ts';
import { outcomeLines, realMachines, runTests } from '../folder/test-run.ts';
import { type Gathered, gather } from '../folder/wanted.ts';
import { organizationOf } from '../references.ts';

const DELETE = { delete: { summary: 'delete what is on the server and not in the folder' } };

/** Organizations as folders of files: docs/as-code.md. */
export const asCodeCommands: readonly Command[] = [
  {
    name: 'export',
    args: ['dir'],
    summary: 'Write an organization to a folder of YAML files, without secrets',
    options: { overwrite: { summary: 'replace files of the same name in a folder that is not empty' } },
    async run(context, [dir = ''], { overwrite }) {
      const { output } = context;
      if (overwrite !== true && namesIn(dir).some((name) => !name.startsWith('.git'))) {
        throw usage(`${dir} is not empty. --overwrite replaces its files.`);
      }
      const { id, name } = await organizationOf(context);
      const { state, refused } = await readAllowed(context, id);
      const files = renderFolder(name, state);
      writeFiles(dir, files);
      writeBaseline(dir, { organization: id, versions: versionsOf(state) });
      for (const section of refused) output.note(`${section}: not exported, you may not read them.`);
      for (const path of leftOver(dir, files)) output.note(`${join(dir, path)} is not on the server; delete the file.`);
      output.show({ files: [...files.keys()] }, [`${name}: wrote ${files.size} files to ${dir}`]);
      return undefined;
    },
  },
  {
    name: 'plan',
    args: ['dir'],
    summary: 'Show what applying a folder changes; exit code 5 if it changes something',
    options: DELETE,
    async run(context, [dir = ''], options) {
      const { plan, show } = await planned(context, dir, options);
      await show();
      return plan.steps.length + plan.withheld.length === 0 ? EXIT.done : EXIT.differs;
    },
  },
  {
    name: 'apply',
    args: ['dir'],
    summary: 'Make an organization as its folder says: the whole plan, or nothing',
    options: {
      ...DELETE,
      plan: { value: 'ID', summary: 'refuse any other plan than this one, from berth plan' },
      note: { value: 'TEXT', summary: 'note saved with the revisions' },
      secrets: { value: 'FILE', summary: 'new file for new enrollment codes and signing secrets, shown once' },
    },
    async run(context, [dir = ''], options) {
      const { plan, orgId, gathered, show } = await planned(context, dir, options);
      if (typeof options.plan === 'string' && options.plan !== plan.id) {
        await show();
        throw new CliError(`The plan is ${plan.id} now, not ${options.plan}. Nothing was changed.`);
      }
      const secretsFile = secretsFileFor(plan, options);
      await show();
      if (plan.steps.length === 0) return undefined;
      const text = typeof options.note === 'string' ? `: ${options.note}` : '';
      const note = `${APPLY_NOTE} ${plan.id}${text}`.slice(0, 500);
      const results = await runPlan(context, orgId, gathered, plan, { dryRun: false, note });
      if (secretsFile !== undefined) writeSecrets(secretsFile, plan.steps, results);
      await rememberVersions(context, dir, orgId, gathered);
      context.output.note(`Applied plan ${plan.id}.`);
      return undefined;
    },
  },
  {
    name: 'test',
    args: ['dir'],
    summary: "Check a folder's assertions against its example machines, without a server; exit code 1 if one fails",
    options: { machines: { summary: "also against the organization's machines" } },
    async run(context, [dir = ''], { machines }) {
      const folder = readFolder(dir);
      // Secrets stay masks: no assertion is about one.
      const gathered = gather(folder, dir, undefined);
      const outcomes = runTests(folder, gathered, machines === true ? await realMachines(context, gathered) : []);
      context.output.show(outcomes, outcomeLines(outcomes));
      return outcomes.every(({ failures }) => failures.length === 0) ? EXIT.done : EXIT.failed;
    },
  },
  {
    name: 'schemas',
    args: ['dir'],
    summary: 'Write the JSON Schemas of the files to DIR, for editors (berth export writes them too)',
    async run({ output }, [dir = '']) {
      const files = renderSchemas();
      writeFiles(dir, files);
      output.show({ files: [...files.keys()] }, [...files.keys()]);
      return undefined;
    },
  },
];

async function planned(context: Context, dir: string, options: Options) {
  const gathered = gather(readFolder(dir), dir, context.env);
  const { id: orgId, name } = await organizationOf(context);
  const plan = await makePlan(context, orgId, gathered, options.delete === true);
  const show = async () => {
    const baseline = readBaseline(dir, orgId);
    const drift = new Map<Draft, string>();
    for (const step of [...plan.steps, ...plan.withheld]) {
      const found = await driftOf(patientCalls(context), orgId, baseline, plan.expects, step);
      if (found !== undefined) drift.set(step, found);
    }
    const remarks = { drift, secretsOf: gathered.secretsOf };
    context.output.show(planJson(plan, name, remarks), planLines(plan, remarks, context.color));
  };
  return { plan, orgId, gathered, show };
}

/** Where new secrets go. Checked before anything is changed, because they are shown once. */
function secretsFileFor({ steps }: TriedPlan, { secrets }: Options): string | undefined {
  const isMaking = steps.some(({ call }) => call.call === 'enrolment.create' || call.call === 'webhooks.create');
  if (!isMaking) return undefined;
  if (typeof secrets !== 'string') {
    throw usage(
      'The plan makes enrollment codes or webhooks, whose secrets are shown once: --secrets FILE keeps them.',
    );
  }
  if (existsSync(secrets)) throw usage(`${secrets} exists already.`);
  return secrets;
}

function writeSecrets(file: string, steps: readonly Draft[], results: Results): void {
  const made = steps.flatMap(({ section, name }, index) => {
    const secret = results[index]?.secret;
    return secret ? [{ section, name, secret }] : [];
  });
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}

async function rememberVersions(
  context: Context,
  dir: string,
  orgId: OrganizationId,
  { sections }: Gathered,
): Promise<void> {
  const lists = [];
  for (const section of sections) lists.push(await readList(patientCalls(context), orgId, section));
  const before = readBaseline(dir, orgId)?.versions;
  writeBaseline(dir, { organization: orgId, versions: { ...before, ...versionsOf(Object.assign({}, ...lists)) } });
}
