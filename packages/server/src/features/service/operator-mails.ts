import { hostname } from 'node:os';
import type { Language } from '@berth/contract/rules/languages';
import { BACKUP_OLD_MS } from '@berth/contract/rules/service';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import type { Clock } from '../../platform/clock.ts';
import { forEach, startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mail.ts';
import { button, mailPage, muted, paragraph } from '../../texts/mail-page.ts';
import { textsIn } from '../../texts/texts.ts';
import type { NodeState } from './state.ts';

const EVERY_MS = 600_000;
const AGAIN = '1 day';
/** As the alert rules (deploy/prometheus/alerts.yaml). */
const DISK_LOW_BYTES = 1_000_000_000;
/** A trial needs no backup. */
const TRIAL_MS = 7 * 86_400_000;

export interface OperatorMailDeps extends Pick<NodeState, 'db' | 'archive' | 'disk' | 'isEmbedded' | 'lastBackupAt'> {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  /** The addresses of the platform administrators. */
  readonly operators: readonly string[];
  /** The language of the account with this address. */
  readonly languageOf: (email: string) => Promise<Language | undefined>;
}

type Problem = 'disk-low' | 'archive-failing' | 'backup-missing' | 'backup-old';

/** Mails the platform administrators what this node's installation lacks, and repeats it daily while it lasts. */
export async function mailOperators(deps: OperatorMailDeps): Promise<void> {
  const { db, clock } = deps;
  const problems = await findProblems(deps);
  const news = await asSystem(db, (tx) => noteProblems(tx, problems, new Date(clock.now())));
  if (news.length === 0) return;
  try {
    // All that lasts is in the mail, not only what is new.
    await tellAll(deps, problems);
  } catch (error) {
    // As if nobody was told: the next turn tells them again.
    await asSystem(db, (tx) => noteProblems(tx, [], new Date(clock.now())));
    throw error;
  }
}

function tellAll({ operators, languageOf, mailer, publicUrl }: OperatorMailDeps, problems: readonly Problem[]) {
  return forEach(operators, async (to) => {
    const language = (await languageOf(to)) ?? 'eng';
    await mailer.send({ to, ...composeProblems(language, problems, publicUrl) });
  });
}

export function startOperatorMails(deps: OperatorMailDeps): { stop(): Promise<void> } {
  return startJob('service.mail-operators', EVERY_MS, () => mailOperators(deps), deps.logger);
}

async function findProblems({ db, archive, disk, isEmbedded, lastBackupAt, clock }: OperatorMailDeps) {
  const problems: Problem[] = [];
  if (disk.freeBytes < DISK_LOW_BYTES) problems.push('disk-low');
  if ((await archive.check()).isFailing) problems.push('archive-failing');
  if (!isEmbedded) return problems;
  const backup = lastBackupAt();
  if (backup && clock.now() - backup.getTime() > BACKUP_OLD_MS) problems.push('backup-old');
  if (!backup) {
    const first = await asSystem(db, firstOrganizationAt);
    if (first !== null && clock.now() - Date.parse(first) > TRIAL_MS) problems.push('backup-missing');
  }
  return problems;
}

function composeProblems(language: Language, problems: readonly Problem[], publicUrl: string) {
  const { t, tag } = textsIn(language);
  const title = t('mails.operator.title', { host: new URL(publicUrl).host });
  return mailPage({
    tag,
    subject: title,
    title,
    parts: [
      ...problems.map((problem) => paragraph(t(`mails.operator.${problem}`))),
      button(t('mails.operator.action'), t('mails.linkHint'), `${publicUrl}/manage/platform/server`),
      muted(t('mails.operator.why')),
    ],
    footer: t('mails.footer'),
  });
}

async function noteProblems(tx: Tx, problems: readonly Problem[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select problem from note_operator_problems(
      ${hostname()}, ${[...problems]}::text[], ${now.toISOString()}::timestamptz, ${AGAIN}::interval) as problem`.execute(
    tx,
  );
  return rows.map(({ problem }) => problem);
}

async function firstOrganizationAt(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select first_organization_at() as at`.execute(tx);
  return rows[0]?.at ?? null;
}
