import type { OrganizationId } from '@berth/contract/ids';
import { type AlertTopic, alertsOf, MACHINE_ALERTS } from '@berth/contract/rules/alerts';
import { CREDITS_WARNINGS, type CreditsWarning, creditsWarning } from '@berth/contract/rules/billing';
import type { Tx } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import { forEach, startJob } from '../../platform/jobs.ts';
import type { AlertContent } from './content.ts';
import type { AlertDeps, CreditsOutlook } from './deps.ts';
import { type AlertState, claimChecks, listMembers, lockState, queueMails, saveState } from './store.ts';
import { noteNeeds, takeNews } from './store-machines.ts';

const EVERY_MS = 15_000;
const AT_ONCE = 50;
/** Then it rests until the next turn, so that many organizations do not keep a node busy. */
const BUSY_MS = 5_000;
/** How often an organization is checked. */
const AGAIN = '2 minutes';
/** Credits are counted over all machines, and change once a day. */
const CREDITS_AGAIN_MS = 3_600_000;
/** A machine that needs attention for a shorter time is no news: a faulty profile is often corrected at once. */
const PATIENCE_MS = 600_000;
/** One email about machines an hour, whatever happens: the next one has all that came meanwhile. */
const MACHINES_PAUSE_MS = 3_600_000;

/** By then, a transaction that rolls back has been committed: a check that looks earlier could miss it. */
const COMMITTED_AFTER_MS = 10_000;

type CheckDeps = Pick<AlertDeps, 'db' | 'clock' | 'selectNeeds' | 'listRolledBack' | 'readCredits'>;

interface Checked {
  readonly news: readonly AlertContent[];
  readonly state: Partial<AlertState>;
}

/** Checks the organizations that are due, and queues emails about what is new. Each is checked by one server. */
export async function checkAlerts(deps: CheckDeps): Promise<void> {
  const until = performance.now() + BUSY_MS;
  for (let more = true; more && performance.now() < until; ) {
    const now = new Date(deps.clock.now());
    const due = await asSystem(deps.db, (tx) => claimChecks(tx, now, AGAIN, AT_ONCE));
    more = due.length === AT_ONCE;
    await forEach(due, (organizationId) =>
      inTenant(deps.db, { organizationId }, (tx) => checkOrganization(deps, tx, organizationId, now)),
    );
  }
}

export function startAlertChecks(deps: CheckDeps & Pick<AlertDeps, 'logger'>): { stop(): Promise<void> } {
  return startJob('alerts.check', EVERY_MS, () => checkAlerts(deps), deps.logger);
}

async function checkOrganization(deps: CheckDeps, tx: Tx, organizationId: OrganizationId, now: Date): Promise<void> {
  const state = await lockState(tx, organizationId);
  if (!state) return;
  const members = await listMembers(tx, organizationId);
  const wanted = (topic: AlertTopic) =>
    members.filter(({ role, alerts }) => alertsOf(role, alerts).includes(topic)).map(({ user_id }) => user_id);
  let next = state;
  for (const [topic, check] of CHECKS) {
    const userIds = wanted(topic);
    // What lasts is kept for whoever chooses the topic later; what happened is not.
    if (userIds.length === 0 && topic !== 'rollouts') continue;
    const { news, state: changed } = await check(deps, tx, { organizationId, state, now });
    for (const content of news) await queueMails(tx, organizationId, content, { userIds, now });
    next = { ...next, ...changed };
  }
  await saveState(tx, organizationId, next);
}

interface CheckInput {
  readonly organizationId: OrganizationId;
  readonly state: AlertState;
  readonly now: Date;
}

type Check = (deps: CheckDeps, tx: Tx, input: CheckInput) => Promise<Checked>;

const checkMachines: Check = async ({ selectNeeds }, tx, { organizationId, state, now }) => {
  await noteNeeds(tx, organizationId, selectNeeds(organizationId, MACHINE_ALERTS), now);
  const last = state.machines_mailed_at;
  if (last !== null && now.getTime() - Date.parse(last) < MACHINES_PAUSE_MS) return { news: [], state: {} };
  const { total, needs } = await takeNews(tx, organizationId, { since: new Date(now.getTime() - PATIENCE_MS), now });
  if (needs.length === 0) return { news: [], state: {} };
  return { news: [{ topic: 'machines', total, needs }], state: { machines_mailed_at: now.toISOString() } };
};

const checkRollouts: Check = async ({ listRolledBack }, tx, { organizationId, state, now }) => {
  const until = new Date(now.getTime() - COMMITTED_AFTER_MS);
  const found = await listRolledBack(tx, organizationId, { after: new Date(state.rollouts_until), until });
  const news = found.map((each): AlertContent => ({ topic: 'rollouts', ...each }));
  return { news, state: { rollouts_until: until.toISOString() } };
};

const checkCredits: Check = async ({ readCredits }, tx, { organizationId, state, now }) => {
  if (state.credits_at !== null && now.getTime() - Date.parse(state.credits_at) < CREDITS_AGAIN_MS) {
    return { news: [], state: {} };
  }
  const outlook = await readCredits(tx, organizationId);
  const warning = outlook && creditsWarning(outlook, now.getTime());
  const known = CREDITS_WARNINGS.find((each) => each === state.credits);
  const isWorse = warning !== undefined && gravity(warning) > gravity(known);
  const news = outlook && isWorse ? [creditsAlert(outlook, warning)] : [];
  return { news, state: { credits: warning ?? null, credits_at: now.toISOString() } };
};

const CHECKS: readonly (readonly [AlertTopic, Check])[] = [
  ['machines', checkMachines],
  ['rollouts', checkRollouts],
  ['credits', checkCredits],
];

function gravity(warning: CreditsWarning | undefined): number {
  return warning === undefined ? -1 : CREDITS_WARNINGS.indexOf(warning);
}

function creditsAlert({ endsAt, arrears }: CreditsOutlook, warning: CreditsWarning): AlertContent {
  const until = arrears?.proUntil ?? endsAt;
  if (until === null) throw new Error('A warning about credits has a time');
  return { topic: 'credits', warning, missing: arrears?.credits ?? 0, until };
}
