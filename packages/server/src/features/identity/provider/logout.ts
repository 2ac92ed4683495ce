import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml, textsIn } from '../../../texts/texts.ts';
import { htmlPage, languageOfRequest } from './page.ts';

/** The session cookie; clearing it requires the same path. */
export const SESSION_COOKIE = { signed: true, httpOnly: true, sameSite: 'lax', path: '/oidc' } as const;

/**
 * Ends the session with its grants and tokens. A request with an ID token of the session's person comes from our client,
 * where the person chose "log out": no confirmation is needed (OpenID Connect RP-Initiated Logout 1.0, 2). Other requests
 * could be another site's link and require confirmation.
 */
export async function logOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { session, entities } = ctx.oidc;
  const hinted = entities.IdTokenHint?.payload.sub;
  if (!session || hinted !== session.accountId) {
    askToLogOut(ctx, form);
    return;
  }
  const { postLogoutRedirectUri, state } = session.state ?? {};
  await endSession(ctx, session);
  ctx.status = 303;
  ctx.redirect(target(ctx, postLogoutRedirectUri, state));
}

type Session = NonNullable<KoaContextWithOIDC['oidc']['session']>;

async function endSession(ctx: KoaContextWithOIDC, session: Session): Promise<void> {
  const { provider, cookies } = ctx.oidc;
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue;
    await provider.AccessToken.revokeByGrantId(grantId);
    await provider.RefreshToken.revokeByGrantId(grantId);
    await provider.AuthorizationCode.revokeByGrantId(grantId);
    await provider.DeviceCode.revokeByGrantId(grantId);
    await (await provider.Grant.find(grantId))?.destroy();
  }
  await session.destroy();
  cookies.set(provider.cookieName('session'), null, SESSION_COOKIE);
}

function target(ctx: KoaContextWithOIDC, redirectUri: unknown, state: unknown): string {
  if (typeof redirectUri !== 'string') return ctx.oidc.urlFor('end_session_success');
  const url = new URL(redirectUri);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}

function askToLogOut(ctx: KoaContextWithOIDC, form: string): void {
  const { t, tag } = textsIn(languageOfRequest(ctx));
  htmlPage(ctx, {
    lang: tag,
    title: t('pages.logout.title'),
    body: [
      form,
      `<p>${escapeHtml(t('pages.logout.question'))}</p>`,
      `<button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">${escapeHtml(t('pages.logout.confirm'))}</button>`,
      `<button class="quiet" type="submit" form="op.logoutForm">${escapeHtml(t('pages.logout.cancel'))}</button>`,
    ],
  });
}

/** The page after a logout without a return address. */
export function loggedOut(ctx: KoaContextWithOIDC): void {
  const { t, tag } = textsIn(languageOfRequest(ctx));
  htmlPage(ctx, {
    lang: tag,
    title: t('pages.logout.title'),
    body: [`<p role="status">${escapeHtml(t('pages.logout.done'))}</p>`],
  });
}
