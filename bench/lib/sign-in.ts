import { randomBytes } from 'node:crypto';
import { authorizationAddress } from '@berth/e2e/kit/quick-sign-up';
import { codeIn, type Server } from '@berth/e2e/kit/server';

export const PASSWORD = 'korrekt-Pferd7!';

/** A started login: the URL of its calls, and the cookie that binds them. */
export interface SignIn {
  post(step: string, body: object): Promise<number>;
}

/** Starts a login as a browser does, up to the password page. */
export async function beginSignIn({ url }: Pick<Server, 'url'>): Promise<SignIn> {
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
export async function signUp(server: Server, email: string): Promise<void> {
  const signIn = await beginSignIn(server);
  await signIn.post('sign-up', { email, password: PASSWORD, termsAccepted: true });
  const status = await signIn.post('verify-email', { email, code: codeIn(await server.mailTo(email)) });
  if (status !== 200) throw new Error(`signing up answered ${status}`);
}
