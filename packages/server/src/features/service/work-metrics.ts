import { WORK, type Work } from '../../platform/jobs.ts';
import { COUNTED, type Counted, STATEMENTS } from '../../platform/measures.ts';
import type { Metrics } from './metrics.ts';

/** In seconds; covers statements and jobs. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/**
 * Counts what happens in this process: jobs and messages of machines, statements, commands that ended, mails. Returns a
 * function that stops it.
 */
export function countWork({ Counter, Histogram, Gauge, registry }: Metrics): () => void {
  const registers = [registry];
  const statements = new Histogram({
    name: 'berth_database_statement_duration_seconds',
    help: 'Duration of database statements',
    buckets: BUCKETS,
    registers,
  });
  const work = new Histogram({
    name: 'berth_work_duration_seconds',
    help: 'Duration of jobs and of messages of machines',
    labelNames: ['work', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  const lastSuccess = new Gauge({
    name: 'berth_work_last_success_timestamp_seconds',
    help: 'When a job or a message of a machine last succeeded',
    labelNames: ['work'],
    registers,
  });
  const commands = new Counter({
    name: 'berth_commands_finished_total',
    help: 'Commands that ended, by their outcome',
    labelNames: ['outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'berth_mails_total',
    help: 'Attempts to hand a mail to the mail server, by their outcome',
    labelNames: ['outcome'],
    registers,
  });
  // So that an alert sees the first failure as an increase.
  for (const outcome of ['succeeded', 'failed', 'expired']) commands.inc({ outcome }, 0);
  for (const outcome of ['succeeded', 'failed']) mails.inc({ outcome }, 0);
  const counters = { commands_finished: commands, mails };

  const begun = new WeakMap<object, number>();
  const failed = new WeakSet<object>();
  const followers = [
    [STATEMENTS, (ms: unknown) => statements.observe(Number(ms) / 1_000)],
    [
      COUNTED,
      (event: unknown) => {
        const { what, outcome, times } = event as Counted;
        counters[what].inc({ outcome }, times);
      },
    ],
    [WORK.start, (task: unknown) => void begun.set(task as Work, performance.now())],
    [WORK.error, (task: unknown) => void failed.add(task as Work)],
    [
      WORK.asyncEnd,
      (task: unknown) => {
        const { name } = task as Work;
        const outcome = failed.has(task as Work) ? 'failed' : 'succeeded';
        work.observe(
          { work: name, outcome },
          (performance.now() - (begun.get(task as Work) ?? performance.now())) / 1_000,
        );
        if (outcome === 'succeeded') lastSuccess.set({ work: name }, Date.now() / 1_000);
      },
    ],
  ] as const;
  for (const [channel, follower] of followers) channel.subscribe(follower);
  return () => {
    for (const [channel, follower] of followers) channel.unsubscribe(follower);
  };
}
