import type { CallRecord, CallsState } from '@berth/contract/bridge/calls';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../system/log.ts';
import type { PhoneHost } from '../../system/ports/phone.ts';
import { passwordOf, startPeer, startRegistrar, testPhoneHost } from '../../testing/sip.ts';
import { eventually } from '../../testing/wait.ts';
import type { Account } from './accounts.ts';
import { Calls } from './calls.ts';

/** Every test: a real registrar (kamailio), a real phone of ours and another one (baresip), on loopback. */
let registrar: string;
let host: PhoneHost;

beforeEach(async () => {
  registrar = await startRegistrar();
  host = await testPhoneHost();
});

function account(user: string, password = passwordOf(user)): Account {
  const id = `${user}@${registrar}`;
  const line = `"${user}" <sip:${id}>;auth_user=${user};auth_pass=${password};regint=60`;
  return { id, displayName: user, domain: registrar, line };
}

async function startCalls(...accounts: Account[]) {
  const seen = { rings: 0, records: [] as CallRecord[], states: [] as CallsState[] };
  const calls = new Calls({
    host,
    onChange: (state) => seen.states.push(state),
    onRing: () => {
      seen.rings += 1;
    },
    onRecord: (record) => seen.records.unshift(record),
    log: silentLog,
  });
  onTestFinished(() => calls.stop());
  await calls.configure(accounts);
  return { calls, seen };
}

const registrations = (calls: Calls) => calls.state.accounts.map(({ registration }) => registration);
const callState = (calls: Calls) => calls.state.call?.state;

test('accounts register with their password; a wrong one is said', async () => {
  const { calls } = await startCalls(account('room'), account('intruder', 'guess'));
  expect(calls.state.enabled).toBe(true);
  await eventually(() => expect(registrations(calls)).toEqual(['registered', 'failed']));
});

test('dials, talks, holds, sends digits and hangs up', async () => {
  const { calls, seen } = await startCalls(account('room'));
  const ada = await startPeer(registrar, 'ada');
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  await calls.dial('ada', undefined);
  expect((await ada.heard('CALL_INCOMING')).peer).toBe(`sip:room@${registrar}`);
  await eventually(() => expect(callState(calls)).toBe('ringing'));
  await ada.command('accept');
  await eventually(() => expect(callState(calls)).toBe('active'));
  await calls.hold(true);
  expect(callState(calls)).toBe('held');
  await calls.hold(false);
  await calls.sendDigits('5#');
  await eventually(() => {
    const digits = ada.events.filter(({ type }) => type === 'CALL_DTMF_START').map(({ param }) => param);
    expect(digits).toEqual(['5', '#']);
  });
  await calls.hangUp();
  await ada.heard('CALL_CLOSED');
  await eventually(() => expect(calls.state.call).toBeNull());
  expect(calls.state.problem).toBeNull();
  expect(seen.records).toMatchObject([{ peer: 'ada', direction: 'outgoing', outcome: 'answered' }]);
});

test('rings for a caller, answers, and hears when the other side hangs up', async () => {
  const { calls, seen } = await startCalls(account('room'));
  const ada = await startPeer(registrar, 'ada');
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  await ada.command('dial', `sip:room@${registrar}`);
  await eventually(() => expect(calls.state.call).toMatchObject({ state: 'incoming', peer: 'ada', peer_name: 'ada' }));
  expect(seen.rings).toBe(1);
  await calls.answer();
  await eventually(() => expect(callState(calls)).toBe('active'));
  await ada.heard('CALL_ESTABLISHED');
  await ada.command('hangup');
  await eventually(() => expect(calls.state.call).toBeNull());
  expect(seen.records).toMatchObject([{ peer: 'ada', direction: 'incoming', outcome: 'answered' }]);
});

test('a call that is declined, and one that nobody answers, are told apart', async () => {
  const { calls, seen } = await startCalls(account('room'));
  const ada = await startPeer(registrar, 'ada');
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  const heard = (type: string, times: number) =>
    eventually(() => expect(ada.events.filter((event) => event.type === type)).toHaveLength(times));
  for (const [before, decline] of [true, false].entries()) {
    await ada.command('dial', `sip:room@${registrar}`);
    await eventually(() => expect(callState(calls)).toBe('incoming'));
    await heard('CALL_RINGING', before + 1);
    if (decline) await calls.hangUp();
    else await ada.command('hangup');
    await eventually(() => expect(calls.state.call).toBeNull());
    // Her phone has put down before it dials again.
    await heard('CALL_CLOSED', before + 1);
  }
  expect(seen.records.map(({ outcome }) => outcome)).toEqual(['missed', 'declined']);
});

test('says why nobody could be reached', async () => {
  const { calls } = await startCalls(account('room'));
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  await calls.dial('nobody', undefined);
  await eventually(() => expect(calls.state).toMatchObject({ call: null, problem: 'not-found' }));
  const ada = await startPeer(registrar, 'ada');
  await calls.dial('ada', undefined);
  await ada.heard('CALL_INCOMING');
  await ada.command('hangup');
  await eventually(() => expect(calls.state.problem).not.toBe(null));
  expect(['busy', 'declined']).toContain(calls.state.problem);
});

test('comes back within five seconds when the program is killed', async () => {
  const pids: number[] = [];
  const open = host.open.bind(host);
  host = {
    open: async () => {
      const phone = await open();
      pids.push(phone.pid);
      return phone;
    },
  };
  const { calls } = await startCalls(account('room'));
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await eventually(() => expect(registrations(calls)).toEqual(['registering']));
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  expect(pids).toHaveLength(2);
});
