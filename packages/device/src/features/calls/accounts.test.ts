import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { expect, test } from 'vitest';
import { accountsOf, addressOf, dialable } from './accounts.ts';

const SIP = {
  enabled: true,
  gateway: 'sip.company.example',
  accounts: [
    { user: 'office', auth_pass: 'secret', display_name: 'Office' },
    { user: 'lobby', auth_pass: 'secret', gateway: 'other.example:5070' },
  ],
};
const PHONE = { enabled: ['thinhoc::sip-client'] };
const own = { enabled: true, user: 'room-7', auth_pass: 'mine', display_name: 'Room 7', gateway: 'rooms.example' };

function accounts(
  thinhoc: object,
  context: object = {},
  deployment: 'vanilla' | 'flex' | 'smartconference' = 'vanilla',
) {
  const definition = applyDefaults(ProfileDefinition, { thinhoc: { apps: PHONE, ...thinhoc } });
  return accountsOf(definition, { context: context as Record<string, unknown>, deployment });
}

test('an account without a gateway uses the profile’s gateway', () => {
  expect(accounts({ sip: SIP }).map(({ id }) => id)).toEqual([
    'office@sip.company.example',
    'lobby@other.example:5070',
  ]);
  expect(accounts({ sip: { ...SIP, enabled: false } })).toEqual([]);
});

test.each(['flex', 'smartconference'] as const)('the machine’s own account comes first (%s)', (variant) => {
  const found = (sip: object, deployment: 'vanilla' | typeof variant = variant) =>
    accounts({ sip: SIP }, { machine: { [variant]: { sip } } }, deployment);
  expect(found(own).map(({ displayName }) => displayName)).toEqual(['Room 7', 'Office', 'lobby']);
  expect(found(own)[0]).toMatchObject({ id: 'room-7@rooms.example', password: 'mine' });
  expect(found({ ...own, enabled: false })).toHaveLength(2);
  expect(found(own, 'vanilla')).toHaveLength(2);
});

test('the machine’s own account never registers at the profile’s gateway', () => {
  const context = { machine: { smartconference: { sip: { ...own, gateway: '' } } } };
  const found = accounts({ sip: SIP }, context, 'smartconference');
  expect(found.map(({ password, domain }) => [password, domain])).not.toContainEqual(['mine', expect.anything()]);
  expect(found).toHaveLength(2);
});

test('there are no accounts without the phone app', () => {
  const context = { machine: { smartconference: { sip: own } } };
  expect(accounts({ sip: SIP, apps: { enabled: [] } }, context, 'smartconference')).toEqual([]);
});

test('nothing rings in kiosk mode', () => {
  const webapp = [{ display_name: 'Sign', url: 'https://sign.example/', window_title: 'Sign' }];
  const kiosk = { session_type: 'webapp', session_index: 0 };
  expect(accounts({ sip: SIP, sessions: { webapp }, kiosk })).toEqual([]);
});

test.each(['x;regint=0', 'a b"c', 'a";"b'])('an account with the password %s is unusable', (auth_pass) => {
  const [account] = accounts({ sip: { ...SIP, accounts: [{ user: 'a', auth_pass }] } });
  expect(account?.line).toBeNull();
});

test('a name cannot inject account settings', () => {
  const user = 'a;answermode=auto';
  const [account] = accounts({ sip: { ...SIP, accounts: [{ user, auth_pass: 'secret' }] } });
  expect(account?.line).toBeNull();
});

test.each(['room 7; east', 'COMPANY\\room', 'a\\;b', ' a=b;c '])(
  'a username that a profile accepts can register: %s',
  (user) => {
    const [account] = accounts({ sip: { ...SIP, accounts: [{ user, auth_pass: 'secret' }] } });
    expect(account?.line).toMatch(/auth_user=.*;auth_pass=secret$/);
  },
);

test.each([
  ['+49 (30) 12-34', 'sip:+49301234@sip.example'],
  ['*21#', 'sip:*21%23@sip.example'],
  ['reception', 'sip:reception@sip.example'],
  ['☎️😀', 'sip:%E2%98%8E%EF%B8%8F%F0%9F%98%80@sip.example'],
  ['sip:ada@other.example', 'sip:ada@other.example'],
])('%s is dialed as %s', (typed, address) => {
  expect(addressOf(typed, 'sip.example')).toBe(address);
});

test.each(['', '@', 'a b', 'a@b c', 'x@y@z', 'a"<sip:b@c>'])('nothing is dialed for "%s"', (typed) => {
  expect(addressOf(typed, 'sip.example')).toBeNull();
});

test('an account whose user contains an emoji does not affect the others', () => {
  const users = [{ user: '😀', auth_pass: 'secret' }, ...SIP.accounts];
  expect(accounts({ sip: { ...SIP, accounts: users } })).toHaveLength(3);
});

test('shows a caller’s address unchanged if its escaping is invalid', () => {
  expect(dialable('sip:100%@other.example', 'sip.example')).toBe('100%@other.example');
});

test('shows a caller as a number that can be dialed', () => {
  expect(dialable('sip:*21%23@sip.example', 'sip.example')).toBe('*21#');
  expect(dialable('sip:ada@other.example;transport=udp', 'sip.example')).toBe('ada@other.example');
});
