import { enterDemo, readDemo } from '@berth/contract/api/service';
import { DEMO_EMAIL } from '@berth/contract/rules/service';
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

/** Whether this is the email address of the demo account, which needs no password. */
export function isDemoAddress(email: string): boolean {
  return hasDemo() && email.trim().toLowerCase() === DEMO_EMAIL;
}

/** Whether this tab is in demo mode (spec chapter 6): all its calls go to the demo's own API base. */
export function inDemo(): boolean {
  return demoApiBase() !== null;
}

/** Enters the demo, which may take some seconds to start. */
export async function beginDemo(): Promise<void> {
  const real = { apiBase: realApiBase() };
  const { demo } = await call(readDemo, { ...real, query: { email: DEMO_EMAIL } });
  if (!demo) throw new ApiError({ status: 404, code: 'not-found', message: 'This server has no demo.' });
  const { apiBase, accessToken, expiresAt } = await call(enterDemo, { ...real, body: { email: DEMO_EMAIL } });
  rememberDemo({ apiBase, expiresAt });
  setApiBase(apiBase);
  storeAccessToken(accessToken, Date.parse(expiresAt));
  storePerson(personOf(accessToken, {}));
  resumeDemo();
}

/** Resumes the demo after a reload; a demo that ended is replaced by a new one. */
export function resumeDemo(): void {
  setRenewer(() => duringRenewal(enterAgain));
}

/** Each demo creates its own account. A replaced demo has none of the page's data, so the page starts over. */
async function enterAgain(): Promise<void> {
  const before = currentPerson()?.id;
  await beginDemo();
  if (before === undefined || before === currentPerson()?.id) return;
  rememberRestart(true);
  location.assign('/manage');
}

/** Returns to the real server, logged out. */
export function leaveDemo(): void {
  setRenewer(undefined);
  rememberDemo(null);
  rememberRestart(false);
  setApiBase(realApiBase());
  clearAccessToken();
  storePerson(null);
}
