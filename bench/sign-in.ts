import { startServer } from '@berth/e2e/kit/server';
import { percentile, type Result, rounded } from './lib/result.ts';
import { beginSignIn, PASSWORD, signUp } from './lib/sign-in.ts';

const WRONG = 'falsch-Pferd7!';
const ROUNDS = 9;
const RUSH = 12;

/**
 * Whether response times distinguish known addresses from unknown ones, and the latency of other calls during logins.
 * Few attempts per address, because the server limits them.
 */
export async function run(): Promise<Result> {
  const server = await startServer();
  try {
    await signUp(server, 'known@example.org');
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const signIn = await beginSignIn(server);
      const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const kind of order) {
        times[kind].push(await timed(() => signIn.post('login', { email: `${kind}@example.org`, password: WRONG })));
      }
    }
    const known = percentile(times.known, 0.5);
    const unknown = percentile(times.unknown, 0.5);

    const begun = await Promise.all(Array.from({ length: RUSH }, () => beginSignIn(server)));
    const started = performance.now();
    let over = false;
    const rush = Promise.all(
      begun.map((each, index) => each.post('login', { email: `rush-${index}@example.org`, password: PASSWORD })),
    ).finally(() => {
      over = true;
    });
    const waits: number[] = [];
    while (!over) waits.push(await timed(() => fetch(`${server.url}/api/ping`).then((reply) => reply.text())));
    await rush;
    const seconds = (performance.now() - started) / 1_000;
    return {
      benchmark: 'sign-in',
      figures: [
        { name: 'wrong password, known address, median', unit: 'ms', value: rounded(known, 1) },
        { name: 'wrong password, unknown address, median', unit: 'ms', value: rounded(unknown, 1) },
        { name: 'unknown to known', unit: '%', value: rounded((unknown / known) * 100) },
        { name: 'passwords checked in a second', unit: 'count', value: rounded(RUSH / seconds, 1) },
        { name: 'other calls meanwhile, p95', unit: 'ms', value: rounded(percentile(waits, 0.95), 1) },
      ],
    };
  } finally {
    await server.dispose();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
