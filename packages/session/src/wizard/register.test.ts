import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { stubStorage } from '@berth/web/testing/browser.ts';
import { type Reply, startLoopback } from '@berth/web/testing/loopback.ts';
import { expect, test, vi } from 'vitest';
import { type Bridge, BridgeError } from '../bridge/bridge.ts';
import type { Session } from '../state/session.ts';
import { INITIAL_STATE, type SessionState } from '../state/state.ts';
import { createStore } from '../state/store.ts';
import { profileWith } from '../testing/profile.ts';
import { register, type Stage } from './register.ts';

const MACHINE = 'a'.repeat(32);
const registration = {
  organizationId: 'o1' as OrganizationId,
  profileId: 'p1' as ProfileId,
  name: 'Lobby',
  productId: 'ABCDE-23456',
};

async function machine(reply: Reply = { status: 201, body: {} }) {
  stubStorage('sessionStorage');
  storeAccessToken('person', Date.now() + 3_600_000);
  const cloud = await startLoopback(() => reply);
  const state = createStore<SessionState>(INITIAL_STATE);
  const answers: Record<string, unknown> = {
    get_api_base: `${cloud.origin}/api`,
    get_machine_id_and_token: { id: MACHINE, machineToken: 'signed' },
    apply_profile: null,
  };
  const bridge = { call: vi.fn(async (method: string) => answers[method]) } as unknown as Bridge;
  const session: Session = { environment: 'center', state, bridge, reload: () => {} };
  const stages: Stage[] = [];
  return { session, state, cloud, stages, onStage: (stage: Stage) => void stages.push(stage) };
}

function configure(state: Session['state']): void {
  const config = { firstboot: false } as SessionState['config'];
  state.set({ config, profile: { ...profileWith({}), id: registration.profileId } });
}

test('goes through the stages of spec chapter 4 and is done when the agent has the profile', async () => {
  const { session, state, cloud, stages, onStage } = await machine();
  const done = register(session, registration, onStage);
  await vi.waitUntil(() => stages.includes('waiting'), { timeout: 60_000 });
  expect(stages).toEqual(['connecting', 'connected', 'sending', 'waiting']);
  configure(state);
  await done;
  expect(stages.at(-1)).toBe('success');
  const [request] = cloud.received;
  expect(request).toMatchObject({
    method: 'POST',
    path: `/api/machines/${MACHINE}/register`,
    headers: { authorization: 'Bearer person' },
  });
  expect(JSON.parse(request?.body ?? '')).toEqual({
    id: MACHINE,
    machineToken: 'signed',
    organizationId: 'o1',
    profileId: 'p1',
    productId: 'ABCDE-23456',
    name: 'Lobby',
  });
});

test('an empty name or product ID is not sent', async () => {
  const { session, state, cloud, onStage } = await machine();
  configure(state);
  await register(session, { ...registration, name: '', productId: '' }, onStage);
  const body = JSON.parse(cloud.received[0]?.body ?? '');
  expect(body).not.toHaveProperty('name');
  expect(body).not.toHaveProperty('productId');
});

test('a refusal of the cloud keeps its code', async () => {
  const error = { status: 409, code: 'machine-registered-elsewhere', message: 'elsewhere' };
  const { session, stages, onStage } = await machine({ status: 409, body: { error } });
  await expect(register(session, registration, onStage)).rejects.toMatchObject({ code: error.code });
  expect(stages.at(-1)).toBe('sending');
});

test('a configuration that does not arrive in time causes a timeout', async () => {
  const { session, stages, onStage } = await machine();
  const patience = new AbortController();
  const result = register(session, registration, onStage, patience.signal);
  await vi.waitUntil(() => stages.includes('waiting'), { timeout: 60_000 });
  // Like AbortSignal.timeout.
  patience.abort(new DOMException('late', 'TimeoutError'));
  await expect(result).rejects.toMatchObject({ code: 'timeout' });
  expect(stages.at(-1)).toBe('waiting');
});

test('an agent that does not return the cloud’s address in time causes a timeout', async () => {
  const { session, stages, onStage } = await machine();
  const bridge = { call: () => new Promise(() => undefined) } as unknown as Bridge;
  const patience = new AbortController();
  const result = register({ ...session, bridge }, registration, onStage, patience.signal);
  patience.abort(new DOMException('late', 'TimeoutError'));
  await expect(result).rejects.toMatchObject({ code: 'timeout' });
  expect(stages).toEqual(['connecting']);
});

test('registering outside a machine is refused', async () => {
  const { session, onStage } = await machine();
  const web: Session = { ...session, environment: 'web', bridge: undefined };
  await expect(register(web, registration, onStage)).rejects.toBeInstanceOf(BridgeError);
});
