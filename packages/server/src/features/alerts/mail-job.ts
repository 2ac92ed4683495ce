import { asSystem, inTenant } from '../../db/transaction.ts';
import { forEach, startJob } from '../../platform/jobs.ts';
import { composeAlert } from './compose.ts';
import type { AlertDeps } from './deps.ts';
import { claimMails, type DueMail, delayMail, deleteMail, findRecipient } from './store.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 10;
/** A server that crashed while sending leaves the mail to another. */
const LEASE = '15 minutes';
const MINUTE_MS = 60_000;
const WAIT_MAX_MINUTES = 60;
/** An older mail would report what may be long over. */
const AGE_MAX_MS = 3 * 86_400_000;

type MailDeps = Pick<AlertDeps, 'db' | 'clock' | 'logger' | 'mailer' | 'publicUrl' | 'languageOf' | 'links'>;

/** Sends the queued emails. An unavailable mail server is retried after 1, 2, 4 … minutes, for three days. */
export async function mailAlerts(deps: MailDeps): Promise<void> {
  const now = new Date(deps.clock.now());
  const due = await asSystem(deps.db, (tx) => claimMails(tx, now, LEASE, AT_ONCE));
  await forEach(due, (each) => mail(deps, each));
}

export function startAlertMails(deps: MailDeps): { stop(): Promise<void> } {
  return startJob('alerts.mail', EVERY_MS, () => mailAlerts(deps), deps.logger);
}

async function mail(deps: MailDeps, due: DueMail): Promise<void> {
  const { db, clock, logger, mailer, publicUrl, languageOf, links } = deps;
  const { organizationId, organizationName, email, attempts, content } = due;
  try {
    const userId = await inTenant(db, due, (tx) => findRecipient(tx, due));
    if (!userId) return;
    const language = (await languageOf(email)) ?? 'eng';
    await mailer.send({
      to: email,
      unsubscribeLink: links.linkTo({ organizationId, userId, topic: content.topic }),
      ...composeAlert(language, content, { publicUrl, organizationId, organization: organizationName }),
    });
    await inTenant(db, due, (tx) => deleteMail(tx, due));
  } catch (error) {
    const isOver = clock.now() - Date.parse(due.createdAt) > AGE_MAX_MS;
    logger.warn({ err: error, topic: content.topic, isOver }, 'An alert could not be mailed yet');
    const wait = Math.min(WAIT_MAX_MINUTES, 2 ** (attempts - 1)) * MINUTE_MS;
    await inTenant(db, due, (tx) => (isOver ? deleteMail(tx, due) : delayMail(tx, due, new Date(clock.now() + wait))));
  }
}
