import { enterDemo, readDemo } from '@berth/contract/api/service';
import { DEMO_EMAIL } from '@berth/contract/rules/demo';
import { clearAccessToken, duringRenewal, setRenewer, storeAccessToken } from '../access-token.ts';
import { demoApiBase, rememberDemo, rememberRestart, setApiBase } from '../api-base.ts';
import { ApiError } from '../api-error.ts';
import { call } from '../call.ts';
import { clientConfig, realApiBase } from '../client-config.ts';
import { currentPerson, personOf, storePerson } from './person.ts';

/** Whether this server has a demo. */
export function hasDemo(): boolean {
  return clientConfig().demoApiBase !== null;
}

/** Whether an address is that of the demo account, for which no password is asked. */
export function isDemoAddress(email: string): boolean {
  return hasDemo() && email.trim().toLowerCase() === DEMO_EMAIL;
}

/** Whether this tab is in demo mode (spec chapter 6): all its calls go to the demo's own API base. */
export function inDemo(): boolean {
  return demoApiBase() !== null;
}

/** Enters the demo, which may have to start first: some seconds. */
export async function beginDemo(): Promise<void> {
  const real = { apiBase: realApiBase() };
  const { demo } = await call(readDemo, { ...real, query: { email: DEMO_EMAIL } });
  if (!demo) throw new ApiError({ status: 404, code: 'not-found', message: 'This server has no demo.' });
  const { apiBase, accessToken, expiresAt } = await call(enterDemo, { ...real, body: { email: DEMO_EMAIL } });
  rememberDemo(apiBase);
  setApiBase(apiBase);
  storeAccessToken(accessToken, Date.parse(expiresAt));
  storePerson(personOf(accessToken, {}));
  resumeDemo();
}

/** After a reload: a demo that ended is entered again, with everything new. */
export function resumeDemo(): void {
  setRenewer(() => duringRenewal(enterAgain));
}

/** Each demo makes its own account. In another one nothing is left of what the page shows, so it begins anew. */
async function enterAgain(): Promise<void> {
  const before = currentPerson()?.id;
  await beginDemo();
  if (before === undefined || before === currentPerson()?.id) return;
  rememberRestart(true);
  location.assign('/manage');
}

/** Back to the real server, with nobody signed in. */
export function leaveDemo(): void {
  setRenewer(undefined);
  rememberDemo(null);
  rememberRestart(false);
  setApiBase(realApiBase());
  clearAccessToken();
  storePerson(null);
}
