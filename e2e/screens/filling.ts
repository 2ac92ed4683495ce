import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@berth/testing/wait';
import { buyCredits } from '../kit/api.ts';
import type { SampleConsole } from './sample-console.ts';

const BENCH_DATA = join(import.meta.dirname, '../../packages/server/scripts/bench-data.ts');
const PEOPLE = ['ada@partner.example', 'bertha.von-brackwasser@city-administration.example', 'tom@supplier.example'];

interface OpenInvoice {
  readonly number: string;
  readonly gross: number;
}

/**
 * Gives an organization what a year of work leaves: people, credits, schedules, keys, webhooks.
 *
 * @param receiver An address that answers what webhooks send.
 * @returns The console's pages by their name in pictures.
 */
export async function fill(stage: SampleConsole, receiver: string): Promise<Readonly<Record<string, string>>> {
  const { api, organization, profiles } = stage;
  const own = `/organizations/${organization}`;
  for (const email of PEOPLE) await api.send('POST', `${own}/invite`, { email });
  await fillBilling(stage);
  await fillSchedules(stage);
  const rollout = await fillRollouts(stage);
  for (const [name, scopes] of [
    ['Inventory export', ['machine.read']],
    ['Deployment pipeline of the city administration', ['machine.read', 'profile.read', 'profile.write']],
  ] as const) {
    await api.send('POST', `${own}/api-keys`, { name, scopes, expiresAt: null });
  }
  const { webhook } = await api.send<{ webhook: { id: string } }>('POST', `${own}/webhooks`, {
    url: receiver,
    events: ['*'],
  });
  await api.send('POST', `${own}/webhooks/${webhook.id}/ping`);
  await api.send('POST', `/organization/${organization}/enrollment-codes`, {
    profileId: profiles.day,
    deployment: 'vanilla',
    uses: 20,
    validHours: 72,
  });
  // The fleet counts as started with its first machine online; a reboot needs this one.
  const [machine, machines] = await eventually(async () => {
    const all = await api.machines();
    const found = all.find(({ name }) => name.startsWith('Besprechungsraum')) ?? all[0];
    if (!found.online) throw new Error(`${found.name} is offline`);
    return [found, all] as const;
  });
  await api.send('POST', `/machines/${machine.id}/reboot`);
  await api.notify(machine.id, 'The lift is out of order until noon.');
  const history = [BENCH_DATA, 'fill-history', stage.server.data, organization, String(machines.length)];
  await promisify(execFile)(process.execPath, history);
  return { ...pagesOf(stage, machine.id, webhook.id), rollout };
}

/** Two of three machines use a profile that one rollout has changed and another is changing. */
async function fillRollouts({ api, organization }: SampleConsole): Promise<string> {
  const { id } = await api.send<{ id: string }>('POST', '/profiles', {
    name: 'Schalter',
    organizationId: organization,
  });
  const machines = await api.machines();
  for (const machine of machines.filter((_, index) => index % 3 > 0)) {
    await api.send('PATCH', `/machines/${machine.id}/profile`, { profileId: id });
  }
  const keyboard = (osk_enabled: boolean) => ({ system: { accessibility: { osk_enabled } } });
  const start = (definition: object, note: string, rest: object) =>
    api.send<{ id: string }>('POST', `/profiles/${id}/rollouts`, { definition, note, ...rest });
  const first = await start(keyboard(true), 'Keyboards for the counter', { groups: [{ percent: 10 }], soakSeconds: 0 });
  await api.send('POST', `/organization/${organization}/rollouts/${first.id}/cancel`);
  const groups = [
    { name: 'Pilot', percent: 10 },
    { tag: 'Hamburg', percent: 50 },
  ];
  const second = await start(keyboard(true), 'Second try, slower', { groups, soakSeconds: 3_600 });
  return `/manage/rollouts/${second.id}`;
}

async function fillBilling({ api, organization }: SampleConsole): Promise<void> {
  await buyCredits(api, organization, [400, 50]);
  const invoices = await api.send<OpenInvoice[]>('GET', '/platform/invoices');
  const [larger] = invoices.sort((one, other) => other.gross - one.gross);
  if (!larger) throw new Error('two purchases make two open invoices');
  const payment = { amount: larger.gross, reference: 'Statement 12' };
  await api.send('POST', `/platform/invoices/${larger.number}/payment`, payment);
}

async function fillSchedules({ api, organization }: SampleConsole): Promise<void> {
  const daily = { tag: 'Hamburg', enabled: true, timeZone: 'Europe/Berlin', windowMinutes: 30 };
  for (const schedule of [
    {
      name: 'Night reboot',
      type: 'reboot',
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      time: '03:30',
    },
    { name: 'Software update', type: 'trigger-update', days: ['sunday'], time: '02:00' },
    { name: 'Feierabend', type: 'notify', msg: 'The office closes at six.', date: '2027-02-01', time: '17:45' },
  ]) {
    await api.send('POST', `/organization/${organization}/schedules`, { ...daily, ...schedule });
  }
}

function pagesOf(
  { organization, profiles }: SampleConsole,
  machine: string,
  webhook: string,
): Readonly<Record<string, string>> {
  return {
    organizations: '/manage/org/select',
    organization: `/manage/org/${organization}`,
    overview: '/manage/overview',
    machines: '/manage/machines',
    machine: `/manage/machines/${machine}`,
    'machine-logs': `/manage/machines/${machine}?tab=logs`,
    'machine-commands': `/manage/machines/${machine}?tab=commands`,
    'machine-inventory': `/manage/machines/${machine}?tab=inventory`,
    'machine-history': `/manage/machines/${machine}?tab=history`,
    'machine-settings': `/manage/machines/${machine}?tab=settings`,
    os: '/manage/os',
    profiles: '/manage/profiles',
    layers: '/manage/layers',
    rollouts: '/manage/rollouts',
    schedules: '/manage/schedules',
    enrollment: '/manage/enrollment',
    members: '/manage/users',
    'login-settings': '/manage/authentication',
    credits: '/manage/billing',
    'credits-buy': '/manage/billing?tab=buy',
    invoices: '/manage/billing?tab=invoices',
    'audit-log': '/manage/audit',
    'api-keys': '/manage/api-keys',
    webhooks: '/manage/webhooks',
    webhook: `/manage/webhooks/${webhook}`,
    account: '/manage/account',
    'open-invoices': '/manage/platform/invoices',
    server: '/manage/platform/server',
    profile: `/manage/profile/${profiles.day}`,
    'profile-history': `/manage/profile/${profiles.day}?form=history`,
    catalog: '/app-catalog',
    share: '/share',
    demo: '/demo/login',
    'login-error': '/error?error_description=The%20account%20is%20locked.',
  };
}
