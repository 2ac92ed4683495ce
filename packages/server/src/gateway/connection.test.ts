import { CLOSE } from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { expect, it, vi } from 'vitest';
import { command, key, machineId, profileId, startConnection } from '../testing/gateway/connection.ts';
import { REPORTED } from '../testing/machine.ts';
import type { DesiredHead } from './ports.ts';

it('welcomes a machine once, with ticket and audit head, and sends later states without them', async () => {
  const { connection, socket, stored } = startConnection();
  await connection.refresh();
  expect(socket.sent).toMatchObject([
    { type: 'welcome', audit: { sequence: 7 }, ticket: { day: 1 }, desired: { machineName: 'Desk' } },
  ]);
  socket.taken();
  stored.machineName = 'Counter';
  await connection.refresh();
  expect(socket.sent).toEqual([{ type: 'desired', desired: expect.objectContaining({ machineName: 'Counter' }) }]);
});

it('sends a state that changed without a hint, and none that did not', async () => {
  const { connection, socket, stored, welcome } = startConnection();
  await welcome();
  await connection.catchUp();
  expect(socket.taken()).toEqual([]);
  const changes: [Partial<typeof stored>, string][] = [
    [{ machineName: 'Counter' }, 'desired Counter 1'],
    [{ contextRevision: 1 }, 'desired Counter 1'],
    [{ revision: 2 }, 'desired Counter 2'],
    [{ profile: { id: profileId, revision: 2, isHeld: false, layers: ['a@1'] } }, 'desired Counter 2'],
    [{ profile: { id: 'other' as ProfileId, revision: 2, isHeld: false, layers: ['a@1'] } }, 'desired Counter 2'],
    [{ profile: null }, 'desired Counter without profile'],
  ];
  for (const [change, expected] of changes) {
    Object.assign(stored, change);
    await connection.catchUp();
    expect(socket.taken()).toEqual([expected]);
    await connection.catchUp();
    expect(socket.taken()).toEqual([]);
  }
  await connection.refresh();
  expect(socket.taken()).toEqual(['desired Counter without profile']);
});

it('sends a new revision of its profile without reading the machine again, unless that decides', async () => {
  const { connection, socket, ports, stored, bytes, welcome } = startConnection();
  expect(connection.mayShow(profileId)).toBe(false);
  await welcome();
  expect([connection.mayShow(profileId), connection.mayShow('other' as ProfileId)]).toEqual([true, false]);
  await connection.profileChanged(bytes(2));
  await connection.profileChanged(bytes(2));
  await connection.profileChanged(bytes(1));
  await connection.profileChanged({ ...bytes(3), id: 'other' as ProfileId });
  expect(socket.taken()).toEqual(['desired Desk 2']);
  expect(ports.loadHead).toHaveBeenCalledTimes(1);
  stored.revision = 3;
  await connection.profileChanged(bytes(3, true));
  expect(socket.taken()).toEqual(['desired Desk 3']);
  expect(ports.loadHead).toHaveBeenCalledTimes(2);
  for (const more of [{ isHeld: true }, { layers: ['a@1'] }]) {
    stored.profile = { id: profileId, revision: 3, isHeld: false, layers: [], ...more };
    await connection.refresh();
    stored.revision += 1;
    ports.loadHead.mockClear();
    await connection.profileChanged(bytes(stored.revision));
    expect(ports.loadHead).toHaveBeenCalledTimes(1);
  }
});

it('reads the machine again if its profile changes while it is being read', async () => {
  const { connection, socket, ports, stored, bytes } = startConnection();
  const reading = connection.refresh();
  expect(connection.mayShow('other' as ProfileId)).toBe(true);
  stored.revision = 2;
  await connection.profileChanged(bytes(2));
  await reading;
  expect(ports.loadHead).toHaveBeenCalledTimes(2);
  expect(socket.taken().at(-1)).toBe('desired Desk 2');
  expect(connection.mayShow('other' as ProfileId)).toBe(false);
});

it('reads only which layers apply when layers changed', async () => {
  const { connection, socket, ports, stored, state, welcome } = startConnection();
  await connection.layersChanged();
  expect(socket.taken()).toEqual(['welcome Desk 1']);
  await welcome();
  ports.loadHead.mockClear();
  await connection.layersChanged();
  expect(socket.taken()).toEqual([]);
  stored.profile = { id: profileId, revision: 1, isHeld: false, layers: ['a@2'] };
  await connection.layersChanged();
  expect(socket.taken()).toEqual(['desired Desk 1']);
  expect(ports.loadHead).not.toHaveBeenCalled();
  stored.profile = null;
  await connection.layersChanged();
  expect(socket.taken()).toEqual(['desired Desk without profile']);
  // Any other reading that is asked for meanwhile has precedence.
  await Promise.all([connection.layersChanged(), connection.layersChanged(), connection.refresh()]);
  expect(socket.taken()).toEqual(['desired Desk without profile']);
  state.isGone = true;
  await connection.layersChanged();
  expect(socket.closed).toBe(CLOSE.restarting);
});

it('reads again if a rollout began after the machine was read', async () => {
  const { connection, socket, ports, stored } = startConnection();
  Object.assign(stored, { revision: 2, isStaged: true });
  ports.loadHead.mockImplementationOnce(async () => {
    const { profile, ...others } = (await startConnection().ports.loadHead()) as DesiredHead;
    queueMicrotask(() => (stored.profile = { id: profileId, revision: 2, isHeld: false, layers: [] }));
    return { ...others, profile };
  });
  await connection.refresh();
  expect(ports.loadHead).toHaveBeenCalledTimes(2);
  expect(socket.taken()).toEqual(['welcome Desk 2']);
});

it('closes the connection of a machine that was removed, or moved to another organization', async () => {
  for (const [home, code] of [
    [undefined, CLOSE.removed],
    ['other' as OrganizationId, CLOSE.restarting],
  ] as const) {
    const { connection, socket, state, welcome } = startConnection();
    await welcome();
    Object.assign(state, { isGone: true, home });
    await connection.refresh();
    expect(socket.closed).toBe(code);
    expect(socket.taken()).toEqual([]);
  }
});

it('sends a slow machine the newest state once the one before is sent', async () => {
  const { connection, socket, stored, welcome } = startConnection();
  await welcome();
  socket.isSendingDesired = true;
  for (const name of ['A', 'B']) {
    stored.machineName = name;
    await connection.refresh();
  }
  expect(socket.taken()).toEqual([]);
  socket.isSendingDesired = false;
  socket.written();
  await vi.waitFor(() => expect(socket.taken()).toEqual(['desired B 1']));
  socket.written();
  await connection.catchUp();
  expect(socket.taken()).toEqual([]);
});

it('closes the connection if the newest state cannot be read then', async () => {
  const { connection, socket, ports, welcome } = startConnection();
  await welcome();
  socket.isSendingDesired = true;
  await connection.refresh();
  socket.isSendingDesired = false;
  ports.loadHead.mockRejectedValueOnce(new Error('The database is away'));
  socket.written();
  await vi.waitFor(() => expect(socket.closed).toBe(CLOSE.restarting));
});

it('takes commands once it is welcomed and none wait', async () => {
  const { connection, socket, ports, stored, state } = startConnection();
  stored.commandsWait = true;
  state.waiting = [command('first')];
  expect(connection.sendStored(command('early'))).toBe(false);
  await connection.refresh();
  expect(connection.takesCommands).toBe(false);
  const delivering = connection.deliverWaiting();
  expect(connection.takesCommands).toBe(false);
  await delivering;
  expect(ports.claimCommands).toHaveBeenCalledExactlyOnceWith(key, new Date(1_000_000));
  expect(connection.sendStored(command('second'))).toBe(true);
  expect(socket.taken().slice(1)).toEqual([
    { type: 'command', ...command('first') },
    { type: 'command', ...command('second') },
  ]);
  await connection.deliver();
  expect(ports.claimCommands).toHaveBeenLastCalledWith(key, undefined);
  socket.isOpen = false;
  expect(connection.sendStored(command('late'))).toBe(false);
});

it('claims nothing for a machine without waiting commands', async () => {
  const { connection, ports, welcome } = startConnection();
  await welcome();
  expect(ports.claimCommands).not.toHaveBeenCalled();
  expect(connection.takesCommands).toBe(true);
});

it('claims again what an earlier connection took, but sends nothing twice', async () => {
  const { connection, socket, ports, state, welcome } = startConnection();
  await welcome();
  connection.sendStored(command('sent'));
  state.waiting = [command('sent'), command('new')];
  socket.taken();
  await connection.deliverAgain();
  expect(ports.claimCommands).toHaveBeenLastCalledWith(key, new Date(500));
  expect(socket.taken()).toEqual([{ type: 'command', ...command('new') }]);
});

it('tells once which command a connection lost that ended before the machine accepted it', async () => {
  const { connection, state, welcome, receive } = startConnection();
  await welcome();
  for (const id of ['accepted', 'finished', 'lost']) connection.sendStored(command(id));
  await receive({ type: 'accepted', id: 'accepted' });
  await receive({ type: 'result', id: 'finished', ok: true, output: '' });
  connection.ended();
  connection.ended();
  expect(state.undelivered).toEqual(['lost']);
});

it('tells that commands are lost that were claimed for a connection that ended meanwhile', async () => {
  const { connection, socket, ports, state, welcome } = startConnection();
  await welcome();
  ports.claimCommands.mockImplementationOnce(async () => {
    socket.isOpen = false;
    return [command('claimed')];
  });
  await connection.deliver();
  expect(state.undelivered).toEqual(['claimed']);
});

it('answers pings, with a new ticket on a new day', async () => {
  const { connection, socket, state, presence, welcome, receive } = startConnection();
  await welcome();
  connection.answerPing();
  await receive({ type: 'ping' });
  state.day = 2;
  state.now += 1_000;
  connection.answerPing();
  connection.answerPing();
  expect(socket.taken()).toEqual([
    { type: 'pong' },
    { type: 'pong' },
    { type: 'pong', ticket: { day: 2, secret: 'secret' } },
    { type: 'pong' },
  ]);
  expect(presence.find(machineId)?.lastSeen).toBe(1_001_000);
  expect(connection.isSilent(performance.now() + 60_000, 60_001)).toBe(false);
  expect(connection.isSilent(performance.now() + 60_000, 60_000)).toBe(true);
});

it('records what the machine says, and after its end only what lasts', async () => {
  const { socket, ports, presence, state, welcome, receive } = startConnection();
  await welcome();
  const entry = { id: '1', time: '1970-01-01T00:00:01.000Z', type: 'DEBUG', message: 'm' };
  const say = async () => {
    await receive({ type: 'report', reported: { ...REPORTED, status: 'updating' } });
    await receive({ type: 'accepted', id: 'command' });
    await receive({ type: 'result', id: 'command', ok: false, output: 'no' });
    await receive({ type: 'read', id: 'command' });
    await receive({ type: 'log', entries: [entry] });
    await receive({ type: 'log', entries: [] });
    await receive({ type: 'audit-heads', heads: [{ sequence: 1, hash: 'hash' }] });
    await receive({ type: 'audit-heads', heads: [] });
    await receive({ type: 'press', id: 'press' });
  };
  const lasting = () => {
    expect(ports.acceptCommand).toHaveBeenCalledExactlyOnceWith(key, 'command');
    expect(ports.finishCommand).toHaveBeenCalledExactlyOnceWith(key, 'command', { ok: false, output: 'no' });
    expect(ports.messageRead).toHaveBeenCalledExactlyOnceWith(key, 'command');
    expect(ports.saveLogs).toHaveBeenCalledExactlyOnceWith(key, [entry]);
    expect(ports.checkAuditHeads).toHaveBeenCalledExactlyOnceWith(key, [{ sequence: 1, hash: 'hash' }]);
    vi.clearAllMocks();
  };
  state.refusal = { code: 'forbidden', message: 'Not now' };
  await say();
  lasting();
  expect(presence.find(machineId)?.reported.status).toBe('updating');
  expect(socket.taken()).toEqual([{ type: 'press-refused', id: 'press', code: 'forbidden', message: 'Not now' }]);
  state.refusal = undefined;
  await receive({ type: 'press', id: 'press' });
  expect(socket.taken()).toEqual([]);
  vi.clearAllMocks();
  socket.isOpen = false;
  presence.reported(machineId, REPORTED);
  state.now += 1_000;
  await say();
  lasting();
  expect(ports.pressButton).not.toHaveBeenCalled();
  expect(presence.find(machineId)).toMatchObject({ lastSeen: 1_000_000, reported: { status: 'normal' } });
});

it('closes a connection that authenticates again', async () => {
  const { socket, receive } = startConnection();
  await receive({ type: 'authenticate' });
  expect(socket.closed).toBe(CLOSE.badMessage);
});

it('takes one image for each request, and only a picture', async () => {
  const { connection, socket, state, welcome, receive } = startConnection();
  await welcome();
  const hidden = { state: 'locked', image: null };
  await receive({ type: 'picture', ...hidden });
  expect(state.frames).toEqual([]);
  connection.requestFrame();
  expect(socket.taken()).toEqual([{ type: 'capture-screen' }]);
  await receive({ type: 'picture', state: 'shown', image: Buffer.from('not a picture').toString('base64') });
  expect(state.frames).toEqual([]);
  await receive({ type: 'picture', ...hidden });
  await receive({ type: 'picture', ...hidden });
  expect(state.frames).toEqual([hidden]);
});
