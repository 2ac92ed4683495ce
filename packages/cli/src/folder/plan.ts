import { createHash } from 'node:crypto';
import { changeTogether, type TogetherCall } from '@berth/contract/api/changes';
import type { ReplyOf } from '@berth/contract/api/endpoint';
import { canonical } from '@berth/contract/as-code/compare';
import type { Draft } from '@berth/contract/as-code/draft';
import { callsOf, type Plan, planChanges } from '@berth/contract/as-code/plan';
import { readState } from '@berth/contract/as-code/state';
import type { Fault } from '@berth/contract/errors';
import type { OrganizationId } from '@berth/contract/ids';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { isObject } from '@berth/contract/profile/nodes';
import { mask } from '@berth/contract/profile/secrets';
import type { Context } from '../command.ts';
import { ApiError, CliError } from '../errors.ts';
import { patientCalls } from './load.ts';
import { faultsError } from './read.ts';
import type { Gathered } from './wanted.ts';
import type { FileFault } from './yaml.ts';

export type Results = ReplyOf<typeof changeTogether>['results'];

/** A plan that the server has tried. */
export interface TriedPlan extends Plan {
  /** Names what is to be done, and what the server is at. */
  readonly id: string;
}

/**
 * Plans what a folder changes: reads the organization, compares, and lets the server try the result in a dry run, which
 * tells every fault by file and line, and which secrets are other ones.
 */
export async function makePlan(
  context: Context,
  orgId: OrganizationId,
  gathered: Gathered,
  remove: boolean,
): Promise<TriedPlan> {
  const state = await readState(patientCalls(context), orgId, gathered.sections);
  const plan = planChanges(gathered.wanted, state, { remove });
  if (plan.faults.length > 0) {
    throw faultsError(
      plan.faults.flatMap(({ wanted, path, message }) => {
        const place = gathered.placeOf(wanted);
        return place
          ? [{ file: place.file, line: place.lineOf(`${place.base}${path}`), message: `${path}: ${message}` }]
          : [];
      }),
    );
  }
  const results = await runPlan(context, orgId, gathered, plan, { dryRun: true });
  const steps = plan.steps.filter(
    ({ call, action }, index) => action !== 'change' || !isSame(call, results[index]?.revision ?? null),
  );
  return { ...plan, steps, id: idOf(orgId, { ...plan, steps }) };
}

function isSame({ ifMatch }: Draft['call'], revision: number | null): boolean {
  return ifMatch !== undefined && revision === ifMatch;
}

/** Makes a plan's steps on the server, all or none. */
export async function runPlan(
  context: Context,
  orgId: OrganizationId,
  gathered: Gathered,
  { steps, expects }: Plan,
  options: { readonly dryRun: boolean; readonly note?: string },
): Promise<Results> {
  if (steps.length === 0) return [];
  try {
    const body = { calls: callsOf(steps), expects, ...options };
    return (await context.call(changeTogether, { params: { orgId }, body })).results;
  } catch (error) {
    throw error instanceof ApiError ? explained(error, gathered, steps) : error;
  }
}

/** The server's error with the files and lines that it is about. */
function explained(error: ApiError, gathered: Gathered, steps: readonly Draft[]): CliError {
  if (error.code === 'revision-conflict') {
    const changed = error.faults.map(({ path, message }) => `\n  ${path.replace('/expects/', '')} ${message}`);
    return new CliError(`Someone else changed the organization. Nothing was changed. Plan again.${changed.join('')}`);
  }
  const found = error.faults.map((fault) => placeOfFault(fault, gathered, steps));
  const placed = found.filter((each) => each !== undefined);
  return placed.length > 0 && placed.length === found.length ? faultsError(placed) : error;
}

function placeOfFault(
  { path, rule, message, params }: Fault,
  gathered: Gathered,
  steps: readonly Draft[],
): FileFault | undefined {
  const [, index = '', rest = ''] = /^\/calls\/(\d+)(.*)$/.exec(path) ?? [];
  const step = steps[Number(index)];
  const place = step?.wanted && gathered.placeOf(step.wanted);
  if (!place || index === '') return undefined;
  // A profile's faults are told by their place in its definition.
  const isDefinition = step.section === 'profiles' && rest !== '' && !rest.startsWith('/name') && rule !== 'name';
  const pointer = `${place.base}${isDefinition ? '/definition' : ''}${rest}`;
  const allowed = Array.isArray(params?.allowedValues) ? ` (${params.allowedValues.join(', ')})` : '';
  return { file: place.file, line: place.lineOf(pointer), message: `${rest || step.name}: ${message}${allowed}` };
}

/** The same plan on the same server has the same ID. The values of secrets are not part of it. */
function idOf(orgId: OrganizationId, { steps, expects }: Plan): string {
  const shown = callsOf(steps).map(withoutSecrets);
  return createHash('sha256')
    .update(canonical({ orgId, expects, calls: shown }))
    .digest('hex')
    .slice(0, 12);
}

function withoutSecrets({ body, ...call }: TogetherCall): unknown {
  const definition = isObject(body?.definition) ? { definition: mask(ProfileDefinition, body.definition) } : {};
  return { ...call, body: { ...body, ...definition } };
}
