import { randomBytes } from 'node:crypto';
import { authorizationAddress } from '@berth/e2e/kit/quick-sign-up';
import { codeIn, type Server, startServer } from '@berth/e2e/kit/server';
import { percentile, type Result, rounded } from './lib/result.ts';

const PASSWORD = 'korrekt-Pferd7!';

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

/** A started login: the URL of its calls, and the cookie that binds them. */
interface SignIn {
  post(step: string, body: object): Promise<number>;
}

/** Starts a login as a browser does, up to the password page. */
async function beginSignIn({ url }: Pick<Server, 'url'>): Promise<SignIn> {
  const verifier = randomBytes(32).toString('base64url');
  const answer = await fetch(authorizationAddress(url, verifier), { redirect: 'manual' });
  const uid = new URL(answer.headers.get('location') ?? '', url).searchParams.get('interaction');
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return {
    post: async (step, body) => {
      const reply = await fetch(`${url}/identity/interactions/${uid}/${step}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
      await reply.arrayBuffer();
      return reply.status;
    },
  };
}

/** Creates an account through the sign-up pages' calls. */
async function signUp(server: Server, email: string): Promise<void> {
  const signIn = await beginSignIn(server);
  await signIn.post('sign-up', { email, password: PASSWORD, termsAccepted: true });
  const status = await signIn.post('verify-email', { email, code: codeIn(await server.mailTo(email)) });
  if (status !== 200) throw new Error(`signing up answered ${status}`);
}
