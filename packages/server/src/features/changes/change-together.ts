import { changeTogether, TOGETHER, type TogetherCall } from '@berth/contract/api/changes';
import type { BodyOf, Endpoint } from '@berth/contract/api/endpoint';
import { LISTED_BY, readList, SECTIONS, type Section, type Versions, versionsOf } from '@berth/contract/as-code/state';
import type { Fault } from '@berth/contract/errors';
import type { OrganizationId } from '@berth/contract/ids';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { type Permission, roleMay } from '@berth/contract/rules/permissions';
import { sql } from 'kysely';
import { lockOrganization } from '../../db/organization-lock.ts';
import { ApiError } from '../../http/api-error.ts';
import type { AuditNote, RecordChange } from '../../http/audit.ts';
import { requireHeld } from '../../http/authentication.ts';
import { type Input, type InputCheck, inputCheck } from '../../http/input.ts';
import { type Call, type Route, route } from '../../http/route.ts';

interface TogetherDeps {
  /** Of all calls that can be made together, and those that list what they change. */
  readonly routes: readonly Route[];
  readonly recordChange: RecordChange;
}

type TogetherRequest = Call<typeof changeTogether>;

/** A call that can be made together, with its handler and the check of its input. */
interface Part {
  readonly route: Route;
  readonly check: InputCheck;
}

/**
 * Makes calls together in the request's transaction: permissions of all first, then the state that the caller has seen,
 * then each call as its own route makes it. An error undoes all, and names its call.
 */
export function changeTogetherRoute({ routes, recordChange }: TogetherDeps): Route {
  const parts = new Map<string, Part>();
  const listed: readonly Endpoint[] = SECTIONS.flatMap((section) => LISTED_BY[section]);
  for (const each of routes) {
    const { endpoint } = each;
    if (TOGETHER.has(endpoint.id) || listed.includes(endpoint)) {
      parts.set(endpoint.id, { route: each, check: inputCheck(endpoint) });
    }
  }
  const partOf = (id: string): Part => {
    const part = parts.get(id);
    if (!part) throw new Error(`${id} has no handler`);
    return part;
  };

  async function make(call: TogetherRequest, part: Part, input: Input, ifMatch: string | undefined) {
    const notes: AuditNote[] = [];
    const { tx, organizationId, role, caller, address, requestId, body } = call;
    const value = await part.route.handle({
      ...input,
      ifMatch,
      address,
      requestId,
      caller,
      tx,
      organizationId,
      role,
      exchange: undefined,
      upload: undefined,
      afterCommit: (run) => void (body.dryRun || call.afterCommit(run)),
      audit: (note) => void notes.push(note),
      setEtag: () => undefined,
    } as Call<Endpoint>);
    return { value, notes };
  }

  return route(changeTogether, async (call) => {
    const { tx, organizationId, caller, role, address, requestId, body } = call;
    const { calls, expects, dryRun, note } = body;
    requirePermissions(call);
    const checked = (each: TogetherCall): Input => {
      const { check, route } = partOf(each.call);
      const input = check(inputOf(route.endpoint, organizationId, each, note));
      requireHeld(route.endpoint, input.body, caller, role);
      return input;
    };
    // A call that refers to an earlier one is checked once the reference is filled in.
    const inputs = calls.map((each, index) => within(index, () => (each.uses ? undefined : checked(each))));
    await lockOrganization(tx, organizationId);
    await requireVersions(expects, (section) =>
      readList(
        async (endpoint, sent) => {
          const input = { params: sent.params, query: sent.query ?? {}, body: null, mediaType: undefined };
          const { value } = await make(call, partOf(endpoint.id), input, undefined);
          return value as never;
        },
        organizationId,
        section,
      ),
    );
    if (dryRun) await sql`savepoint dry_run`.execute(tx);
    const results: Result[] = [];
    for (const [index, each] of calls.entries()) {
      const part = partOf(each.call);
      const { endpoint } = part.route;
      const result = await withinAsync(index, async () => {
        const input = inputs[index] ?? checked(withIds(each, results));
        const { value, notes } = await make(
          call,
          part,
          input,
          each.ifMatch === undefined ? undefined : `${each.ifMatch}`,
        );
        if (!dryRun) await recordChange(tx, { endpoint, input, caller, organizationId, address, requestId, notes });
        return resultOf(value, dryRun);
      });
      results.push(result);
    }
    if (dryRun) await sql`rollback to savepoint dry_run`.execute(tx);
    return { results };
  });
}

type Result = { readonly id: string | null; readonly revision: number | null; readonly secret: string | null };

function resultOf(value: unknown, dryRun: boolean): Result {
  const { id, revision, code, secret, webhook } = Object(value);
  const shown = code ?? secret;
  return {
    id: text(id) ?? text(Object(webhook).id),
    revision: typeof revision === 'number' ? revision : null,
    secret: dryRun ? null : text(shown),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Every permission of every call, before anything is written: what is missing is told at once. */
function requirePermissions({ body, caller, role }: TogetherRequest): void {
  const needed = [
    ...body.calls.map(({ call }, index) => ({ path: `/calls/${index}`, endpoint: TOGETHER.get(call) })),
    ...SECTIONS.filter((section) => body.expects[section]).flatMap((section) =>
      LISTED_BY[section].map((endpoint) => ({ path: `/expects/${section}`, endpoint })),
    ),
  ];
  const isHeld = (permission: Permission) =>
    roleMay(role, permission) && (caller.apiKey?.scopes.includes(permission) ?? true);
  const lacking = needed.flatMap(({ path, endpoint }) => {
    const permission = endpoint?.permission;
    return permission && !isHeld(permission) ? [{ path, permission }] : [];
  });
  if (lacking.length === 0) return;
  const names = [...new Set(lacking.map(({ permission }) => permission))].toSorted().join(', ');
  const faults = lacking.map(({ path, permission }) => ({
    path,
    rule: 'permission',
    message: `requires ${permission}`,
  }));
  throw new ApiError(
    'forbidden',
    caller.apiKey ? `This key lacks the scopes ${names}.` : `Your role in this organization (${role}) lacks ${names}.`,
    faults.slice(0, FAULTS_MAX),
  );
}

const FAULTS_MAX = 100;

async function requireVersions(
  expects: BodyOf<typeof changeTogether>['expects'],
  read: (section: Section) => Promise<Parameters<typeof versionsOf>[0]>,
): Promise<void> {
  const faults: Fault[] = [];
  for (const section of SECTIONS) {
    const expected = expects[section];
    if (expected) faults.push(...versionFaults(section, expected, versionsOf(await read(section))[section] ?? {}));
  }
  if (faults.length === 0) return;
  throw new ApiError('revision-conflict', 'Someone else changed the organization.', faults.slice(0, FAULTS_MAX));
}

function versionFaults(section: Section, expected: Versions, current: Versions): Fault[] {
  const [before, now] = [new Map(Object.entries(expected)), new Map(Object.entries(current))];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
    if (before.get(id) === now.get(id)) return [];
    const message = !before.has(id) ? 'was created' : now.has(id) ? `is at ${now.get(id)}` : 'was deleted';
    return [{ path: `/expects/${section}/${id}`, rule: 'changed', message }];
  });
}

/** The input of a call: the organization is the request's, whatever the call says. */
function inputOf(
  endpoint: Endpoint,
  organizationId: OrganizationId,
  { params, body }: TogetherCall,
  note?: string,
): Input {
  const { tenant, query } = endpoint;
  const isNoted = note !== undefined && 'properties' in query && Object.hasOwn(Object(query.properties), 'note');
  return {
    params: { ...params, ...(tenant.kind === 'organization' && { [tenant.param]: organizationId }) },
    query: isNoted ? { note } : {},
    body: body && { ...body, ...(tenant.kind === 'body' && { [tenant.field]: organizationId }) },
    mediaType: 'application/json',
  };
}

/** The call with the IDs of what earlier calls created. */
function withIds(each: TogetherCall, results: readonly Result[]): TogetherCall {
  const copy = structuredClone(each);
  for (const [index, { at, call }] of (each.uses ?? []).entries()) {
    const keys = pointerKeys(at);
    const last = keys.pop() ?? '';
    const owner = keys.reduce<unknown>((node, key) => (has(node, key) ? Reflect.get(node, key) : undefined), copy);
    const id = results[call]?.id;
    if (!has(owner, last) || !id) {
      const message = 'must name a field of the call, and an earlier call that creates something';
      throw new ApiError('invalid-input', `A reference ${message}.`, [
        { path: `/uses/${index}`, rule: 'reference', message },
      ]);
    }
    Reflect.set(owner, last, id);
  }
  return copy;
}

function has(node: unknown, key: string): node is object {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key);
}

function within<T>(index: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw inCall(index, error);
  }
}

async function withinAsync<T>(index: number, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw inCall(index, error);
  }
}

/** The error of one call, its faults below the call's place in the list. */
function inCall(index: number, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const path = `/calls/${index}`;
  const own = error.faults ?? [];
  const faults =
    own.length > 0
      ? own.map((fault) => ({ ...fault, path: `${path}${fault.path}` }))
      : [{ path, rule: error.code, message: error.message }];
  return new ApiError(error.code, error.message, faults, error.headers);
}
