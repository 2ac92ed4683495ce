import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { startJob } from '../platform/jobs.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mail, Mailer } from '../platform/mail.ts';
import type { Sealer } from '../platform/seal.ts';
import type { Database, Tx } from './connection.ts';
import { asSystem } from './transaction.ts';

const EVERY_MS = 5_000;
/** Mails in progress at once on one node. */
const SENDERS = 5;
/** Longer than the mail server may take (platform/mail.ts). A server that crashed while sending leaves the mail to another. */
const LEASE = '3 minutes';
const PATIENCE_MS = 5_000;
const FIRST_WAIT_S = 5;
const WAIT_MAX_S = 3_600;

/** A mail to queue. */
export interface QueuedMail {
  /** What a log calls the mail. */
  readonly kind: string;
  readonly mail: Omit<Mail, 'attachments' | 'unsubscribeLink'>;
  /** For how long it is of use. 0: it is never sent, but takes the same work, so that the reply reveals nothing. */
  readonly keepMinutes: number;
}

/**
 * Sends mails outside of requests: a reply must neither wait for the mail server nor reveal by its timing whether a
 * mail was sent. A mail outlives a stopped server, and is tried again after 5, 10, 20 … seconds, at most an hour.
 */
export interface MailQueue {
  /** Queues a mail in a transaction of the system; it is sent if this commits. */
  add(tx: Tx, mail: QueuedMail): Promise<void>;
  /** Sends what is due now: after the commit, so that nobody waits for the next turn of the job. */
  send(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Waits a few seconds for the mails that are being sent; the others are sent after the next start. */
  close(): Promise<void>;
}

interface Claimed {
  readonly mail_id: string;
  readonly kind: string;
  readonly sealed: string;
  readonly attempts: number;
}

interface MailQueueDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** How often mails that are due are looked for; undefined: every five seconds. */
  readonly everyMs?: number;
  /** How long `close` waits for the mail server. */
  readonly patienceMs?: number;
}

/** A queue in the database, which several nodes share. */
export function createMailQueue(deps: MailQueueDeps): MailQueue {
  const { db, sealer, mailer, logger, everyMs = EVERY_MS, patienceMs = PATIENCE_MS } = deps;
  const senders = new Set<Promise<void>>();
  let isClosed = false;

  async function attempt({ mail_id: id, kind, sealed, attempts }: Claimed): Promise<void> {
    try {
      await mailer.send(JSON.parse(sealer.open(sealed, contextOf(id))));
    } catch (error) {
      logger.warn({ err: error, kind, attempt: attempts }, 'A mail could not be sent yet');
      await asSystem(db, (tx) => delay(tx, id, Math.min(WAIT_MAX_S, FIRST_WAIT_S * 2 ** (attempts - 1))));
      return;
    }
    await asSystem(db, (tx) => tx.deleteFrom('queued_mails').where('mail_id', '=', id).execute());
  }

  async function sendDue(): Promise<void> {
    while (!isClosed) {
      const due = await asSystem(db, claim);
      if (!due) return;
      await attempt(due);
    }
  }

  function send(): void {
    if (isClosed || senders.size >= SENDERS) return;
    const sender = sendDue()
      .catch((error: unknown) => logger.warn({ err: error }, 'Queued mails are tried again'))
      .finally(() => senders.delete(sender));
    senders.add(sender);
  }

  const idle = async () => {
    await Promise.all(senders);
  };
  async function work(): Promise<void> {
    for (const kind of await asSystem(db, deleteExpired)) logger.warn({ kind }, 'A mail was never sent');
    // Not awaited: a mail that the mail server keeps waiting holds up no other.
    send();
  }
  const job = startJob('mails.send', everyMs, work, logger);

  return {
    async add(tx, { kind, mail, keepMinutes }) {
      const id = randomUUID();
      const sealed = sealer.seal(JSON.stringify(mail), contextOf(id));
      await sql`
        insert into queued_mails (mail_id, kind, sealed, expires_at)
        values (${id}, ${kind}, ${sealed}, now() + make_interval(mins => ${keepMinutes}))`.execute(tx);
    },
    send,
    idle,
    async close() {
      isClosed = true;
      const ended = Promise.all([job.stop(), idle()]);
      await Promise.race([ended, pause(patienceMs, undefined, { ref: false })]);
    },
  };
}

function contextOf(mailId: string): string {
  return `mail ${mailId}`;
}

async function claim(tx: Tx): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update queued_mails set mail_at = now() + ${LEASE}::interval, attempts = attempts + 1
    where mail_id = (
      select mail_id from queued_mails where mail_at <= now() and expires_at > now()
      order by mail_at limit 1 for update skip locked
    )
    returning mail_id, kind, sealed, attempts`.execute(tx);
  return rows[0];
}

async function delay(tx: Tx, mailId: string, seconds: number): Promise<void> {
  await sql`
    update queued_mails set mail_at = now() + make_interval(secs => ${seconds}) where mail_id = ${mailId}`.execute(tx);
}

/** Deletes what is of no use any more; returns the kinds of those that could not be sent in time. */
async function deleteExpired(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ kind: string; attempts: number }>`
    delete from queued_mails where expires_at <= now() returning kind, attempts`.execute(tx);
  return rows.filter(({ attempts }) => attempts > 0).map(({ kind }) => kind);
}
