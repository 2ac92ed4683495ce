import { setTimeout as pause } from 'node:timers/promises';
import { type CallApi, readState, SECTIONS, type Section, type State } from '@berth/contract/as-code/state';
import type { OrganizationId } from '@berth/contract/ids';
import type { Context } from '../command.ts';
import { ApiError } from '../errors.ts';

const WAIT_MS = 1_000;
const WAITS_MAX = 120;

/** The CLI's calls, which wait where the server limits their rate: a large organization takes many. */
export function patientCalls({ call }: Context): CallApi {
  return async (endpoint, sent) => {
    for (let waits = 0; ; waits += 1) {
      try {
        return await call(endpoint, sent);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'rate-limited' || waits >= WAITS_MAX) throw error;
        await pause(WAIT_MS);
      }
    }
  };
}

/** Reads what the caller may read; `refused` are the other sections. */
export async function readAllowed(
  context: Context,
  orgId: OrganizationId,
): Promise<{ readonly state: State; readonly refused: readonly Section[] }> {
  const call = patientCalls(context);
  const refused: Section[] = [];
  const parts: State[] = [];
  for (const section of SECTIONS) {
    try {
      parts.push(await readState(call, orgId, [section]));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error;
      refused.push(section);
    }
  }
  const merged = Object.assign({}, ...parts) as State;
  const definitions = new Map(parts.flatMap((part) => [...part.definitions]));
  const contents = new Map(parts.flatMap((part) => [...part.contents]));
  return { state: { ...merged, definitions, contents }, refused };
}
