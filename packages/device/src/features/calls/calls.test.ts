import type { CallRecord, CallsState } from '@berth/contract/bridge/calls';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../system/log.ts';
import type { Phone, PhoneEvent, PhoneHost } from '../../system/ports/media.ts';
import { checkSipLogin, type SipLoginAnswer } from '../../system/sip-login.ts';
import { testAgent } from '../../testing/agents.ts';
import { testFolder } from '../../testing/folders.ts';
import { desiredWith, TestGateway } from '../../testing/gateway.ts';
import { passwordOf, startPeer, startRegistrar, testPhoneHost } from '../../testing/sip.ts';
import { eventually } from '../../testing/wait.ts';
import { type Account, accountsOf } from './accounts.ts';
import { Calls, type CallsOptions } from './calls.ts';

/** Passwords by user. */
const UNUSUAL = {
  quote: 'say"hello',
  quotes: '"quoted"',
  blanks: ' two  words ',
  semicolon: 'a;b;c',
  backslash: 'a\\"b\\',
  'blank-backslash': 'a b\\',
  printable: Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))
    .filter((one) => !'";'.includes(one))
    .join(''),
  umlaut: 'grüße aus Zürich',
};

/** Each test uses a real registrar (kamailio) and two real phones (baresip) on loopback. */
let registrar: string;
let requests: ReadonlyMap<string, number>;
let host: PhoneHost;

beforeEach(async () => {
  ({ address: registrar, requests } = await startRegistrar(UNUSUAL));
  host = await testPhoneHost();
});

function account(user: string, password = passwordOf(user)): Account {
  const sip = {
    enabled: true,
    gateway: registrar,
    accounts: [{ user, display_name: `Room ${user}`, auth_pass: password }],
  };
  const apps = { enabled: ['thinhoc::sip-client'] };
  const definition = applyDefaults(ProfileDefinition, { thinhoc: { apps, sip } });
  const [found] = accountsOf(definition, { context: {}, deployment: 'vanilla' });
  if (!found) throw new Error(`no account of ${user}`);
  return found;
}

interface StartOptions {
  readonly accounts: readonly Account[];
  readonly checkLogin?: CallsOptions['checkLogin'];
}

async function startCalls({ accounts, checkLogin = checkSipLogin }: StartOptions) {
  const seen = { rings: 0, records: [] as CallRecord[], states: [] as CallsState[] };
  const calls = new Calls({
    host,
    checkLogin,
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

test('registers accounts with their password and reports a wrong one', async () => {
  const { calls } = await startCalls({ accounts: [account('room'), account('intruder', 'guess')] });
  expect(calls.state.enabled).toBe(true);
  await eventually(() => expect(registrations(calls)).toEqual(['registered', 'failed']));
});

test.each(Object.entries(UNUSUAL))('registers with an unusual password: %s', async (user, password) => {
  const { calls } = await startCalls({ accounts: [account(user, password)] });
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
});

test('sends a wrong password only once', async () => {
  const { calls } = await startCalls({ accounts: [account('intruder', 'guess')] });
  await eventually(() => expect(registrations(calls)).toEqual(['failed']));
  // One request gets the challenge, one carries the password.
  await eventually(() => expect(requests.get('intruder')).toBe(2));
});

/** A fake phone program that accepts every account; `say` emits an event. */
function playedHost() {
  const listeners: ((event: PhoneEvent) => void)[] = [];
  const commands: string[] = [];
  const phone: Phone = {
    pid: 1,
    command: async (name) => {
      commands.push(name);
      return '';
    },
    onEvent: (listener) => listeners.push(listener),
    exited: new Promise(() => {}),
    stop: async () => {},
  };
  const say = (type: string, id: string, param: string): void => {
    for (const listen of listeners) listen({ type, account: `sip:${id}`, peer: '', peerName: '', param });
  };
  return { host: { open: async () => phone }, commands, say };
}

test('retries a refused password with growing delays', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const checks: SipLoginAnswer[] = [];
  const played = playedHost();
  host = played.host;
  const { calls } = await startCalls({
    accounts: [account('intruder')],
    checkLogin: async () => {
      checks.push('refused');
      return 'refused';
    },
  });
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);
  await minutes(0);
  expect(registrations(calls)).toEqual(['failed']);
  const seen = [checks.length];
  for (const wait of [1, 1, 1, 3, 1]) {
    await minutes(wait);
    seen.push(checks.length);
  }
  expect(seen).toEqual([1, 2, 2, 3, 3, 4]);
  await minutes(24 * 60);
  expect(checks.length).toBeLessThan(4 + 50);
  expect(played.commands).toEqual([]);
});

test('removes a password that is refused later from the phone program', async () => {
  const played = playedHost();
  host = played.host;
  const room = account('room');
  const { calls } = await startCalls({ accounts: [room], checkLogin: async () => 'unknown' });
  await eventually(() => expect(played.commands).toEqual(['uanew']));
  played.say('REGISTER_OK', room.id, '200 OK');
  played.say('REGISTER_FAIL', room.id, '401 Unauthorized');
  await eventually(() => expect(played.commands).toEqual(['uanew', 'uadel']));
  expect(registrations(calls)).toEqual(['failed']);
});

/** Calls of one account on a played phone, whose time the test advances. */
async function startPlayedRoom() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const played = playedHost();
  host = played.host;
  const room = account('room');
  const { calls } = await startCalls({ accounts: [room], checkLogin: async () => 'unknown' });
  return { played, room, calls };
}

test('tries a registrar that is away every minute, but not during a call', async () => {
  const { played, room, calls } = await startPlayedRoom();
  const minute = () => vi.advanceTimersByTimeAsync(60_000);
  await vi.advanceTimersByTimeAsync(0);
  const fail = () => played.say('REGISTER_FAIL', room.id, 'Connection timed out');
  fail();
  await minute();
  expect(played.commands.splice(0)).toEqual(['uanew', 'uadel', 'uanew']);
  fail();
  played.say('CALL_INCOMING', room.id, '');
  await minute();
  expect(played.commands).toEqual([]);
  played.say('CALL_CLOSED', room.id, '');
  await minute();
  expect(played.commands.splice(0)).toEqual(['uadel', 'uanew']);
  played.say('REGISTER_OK', room.id, '200 OK');
  await minute();
  expect(played.commands).toEqual([]);
  expect(registrations(calls)).toEqual(['registered']);
});

test('dials, talks, holds, sends digits and hangs up', async () => {
  const { calls, seen } = await startCalls({ accounts: [account('room')] });
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
  expect(calls.state.error).toBeNull();
  expect(seen.records).toMatchObject([{ peer: 'ada', direction: 'outgoing', outcome: 'answered' }]);
});

test('hanging up before the phone has dialed ends the call', async () => {
  const { calls, seen } = await startCalls({ accounts: [account('room')] });
  const ada = await startPeer(registrar, 'ada');
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  const dialed = calls.dial('ada', undefined);
  await calls.hangUp();
  await dialed;
  await eventually(() => expect(calls.state).toMatchObject({ call: null, error: null }), 5_000);
  expect(seen.records).toMatchObject([{ peer: 'ada', outcome: 'unanswered' }]);
  await calls.dial('ada', undefined);
  await ada.heard('CALL_INCOMING');
  // Of the second call alone.
  expect(ada.events.filter(({ type }) => type === 'CALL_INCOMING')).toHaveLength(1);
});

test('the page dials, talks, hangs up, and reads the call history through the bridge', async () => {
  const sip = {
    enabled: true,
    gateway: registrar,
    accounts: [{ user: 'room', display_name: 'Room', auth_pass: passwordOf('room') }],
  };
  const desired = desiredWith({ thinhoc: { apps: { enabled: ['thinhoc::sip-client'] }, sip } });
  const gateway = await TestGateway.start({ desired });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address, system: { phone: host } });
  const ada = await startPeer(registrar, 'ada');
  const state = async () => (await call('get_calls', {})).call?.state;
  await eventually(async () =>
    expect((await call('get_calls', {})).accounts).toMatchObject([
      { display_name: 'Room', registration: 'registered' },
    ]),
  );
  await call('dial', { number: 'ada' });
  await ada.heard('CALL_INCOMING');
  await ada.command('accept');
  await eventually(async () => expect(await state()).toBe('active'));
  await call('hold_call', { held: true });
  expect(await state()).toBe('held');
  await call('hold_call', { held: false });
  await call('send_digits', { digits: '7' });
  await eventually(() => expect(ada.events.map(({ type }) => type)).toContain('CALL_DTMF_START'));
  await call('hang_up', {});
  await ada.heard('CALL_CLOSED');
  await eventually(async () =>
    expect(await call('list_call_history', {})).toMatchObject([{ peer: 'ada', outcome: 'answered' }]),
  );
  await ada.command('dial', `sip:room@${registrar}`);
  await eventually(async () => expect(await state()).toBe('incoming'));
  await call('answer_call', {});
  await eventually(async () => expect(await state()).toBe('active'));
});

test('rings for a caller, answers, and detects that the other side hangs up', async () => {
  const { calls, seen } = await startCalls({ accounts: [account('room')] });
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

test('a second press on “Answer” does not end the call later', async () => {
  const { played, room, calls } = await startPlayedRoom();
  played.say('CALL_INCOMING', room.id, '');
  await Promise.all([calls.answer(), calls.answer()]);
  played.say('CALL_ESTABLISHED', room.id, '');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.state).toMatchObject({ call: { state: 'active' }, error: null });
  expect(played.commands).toEqual(['uanew', 'accept']);
});

test('distinguishes declined from unanswered calls', async () => {
  const { calls, seen } = await startCalls({ accounts: [account('room')] });
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
    // The peer's phone has hung up before it dials again.
    await heard('CALL_CLOSED', before + 1);
  }
  expect(seen.records.map(({ outcome }) => outcome)).toEqual(['missed', 'declined']);
});

test('reports why a call failed', async () => {
  const { calls } = await startCalls({ accounts: [account('room')] });
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  await calls.dial('nobody', undefined);
  await eventually(() => expect(calls.state).toMatchObject({ call: null, error: 'not-found' }));
  const ada = await startPeer(registrar, 'ada');
  await calls.dial('ada', undefined);
  await ada.heard('CALL_INCOMING');
  await ada.command('hangup');
  await eventually(() => expect(calls.state.error).not.toBe(null));
  expect(['busy', 'declined']).toContain(calls.state.error);
});

test('restarts within five seconds after the program is killed', async () => {
  const pids: number[] = [];
  const open = host.open.bind(host);
  host = {
    open: async () => {
      const phone = await open();
      pids.push(phone.pid);
      return phone;
    },
  };
  const { calls } = await startCalls({ accounts: [account('room')] });
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await eventually(() => expect(registrations(calls)).toEqual(['registering']));
  await eventually(() => expect(registrations(calls)).toEqual(['registered']));
  expect(pids).toHaveLength(2);
});
