import { registerMachine } from '@berth/contract/api/machines';
import type { BridgeOutput } from '@berth/contract/bridge/methods';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { REGISTRATION_TIMEOUT_MS } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { BridgeError } from '../bridge/bridge.ts';
import type { Session } from '../state/session.ts';
import { connectApi } from './api.ts';

/** Spec chapter 4, first-boot registration progress. */
export const STAGES = ['connecting', 'connected', 'sending', 'waiting', 'success'] as const;
export type Stage = (typeof STAGES)[number];

export interface Registration {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
  /** Empty: the machine keeps its name. */
  readonly name: string;
  /** For a smart-series machine; empty for others. */
  readonly productId: string;
}

/** With an enrollment code created in the console. */
export interface CodeRegistration {
  readonly code: string;
  readonly name: string;
  readonly productId: string;
}

/**
 * Registers this machine and waits until its agent has the configuration.
 *
 * @throws BridgeError `timeout` after 45 s; NoServerError; ApiError if the cloud refuses.
 */
export async function register(
  { bridge, state }: Session,
  registration: Registration,
  onStage: (stage: Stage) => void,
  deadline = AbortSignal.timeout(REGISTRATION_TIMEOUT_MS),
): Promise<void> {
  // Registering outside the center environment is refused (spec chapter 6).
  if (!bridge) throw new BridgeError('unavailable', 'Only a machine can be registered.');
  onStage('connecting');
  await within(deadline, connectApi(bridge));
  const proof = await within(deadline, bridge.call('get_machine_id_and_token', {}));
  onStage('connected');
  onStage('sending');
  await within(deadline, send(proof, registration, deadline));
  onStage('waiting');
  await within(deadline, bridge.call('apply_profile', {}));
  await within(deadline, configured({ state }, registration.profileId, deadline));
  onStage('success');
}

/** The same with an enrollment code: the agent registers the machine itself. */
export async function enroll(
  { bridge, state }: Session,
  { code, name, productId }: CodeRegistration,
  onStage: (stage: Stage) => void,
  deadline = AbortSignal.timeout(REGISTRATION_TIMEOUT_MS),
): Promise<void> {
  if (!bridge) throw new BridgeError('unavailable', 'Only a machine can be registered.');
  onStage('sending');
  await within(deadline, bridge.call('enroll', { code, ...given({ name, productId }) }));
  onStage('waiting');
  await within(deadline, bridge.call('apply_profile', {}));
  await within(deadline, configured({ state }, undefined, deadline));
  onStage('success');
}

async function send(
  { id, machineToken }: BridgeOutput<'get_machine_id_and_token'>,
  { organizationId, profileId, name, productId }: Registration,
  signal: AbortSignal,
): Promise<void> {
  // The variant follows from the product ID, which is given or bound to the machine; without one it is vanilla.
  const body = { id, machineToken, organizationId, profileId, ...given({ name, productId }) };
  await call(registerMachine, { params: { id }, body, signal });
}

function given(texts: { readonly name: string; readonly productId: string }): { name?: string; productId?: string } {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** Resolves when the agent has applied the profile; undefined: any profile that the cloud chose. */
function configured(
  { state }: Pick<Session, 'state'>,
  profileId: ProfileId | undefined,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const { config, profile } = state.get();
      if (config?.firstboot !== false || !profile || (profileId && profile.id !== profileId)) return;
      stop();
      resolve();
    };
    const stop = state.subscribe(check);
    signal.addEventListener('abort', stop);
    check();
  });
}

/** The result, or the first-boot timeout if that comes sooner. */
async function within<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new BridgeError('timeout', 'The registration took too long.'));
    if (deadline.aborted) fail();
    deadline.addEventListener('abort', fail, { once: true });
  });
  return Promise.race([work, late]);
}
