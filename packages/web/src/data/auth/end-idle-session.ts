import { signedOutRoute } from '../../paths/decide.ts';
import { keepSignedOutRoute, noteTimedOut } from '../../paths/journey.ts';
import { isCloudVersion } from '../client-config.ts';
import { signOutRegardless } from './sign-in.ts';

/**
 * After an hour without a click: signs out (spec chapter 4). At once, for nobody may be there to read anything; the page
 * that comes then tells why.
 */
export async function endIdleSession(): Promise<void> {
  noteTimedOut();
  keepSignedOutRoute(signedOutRoute(isCloudVersion()));
  await signOutRegardless();
}
