import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { LIFETIME_S } from './token-policy.ts';

/**
 * Binds a sign-in interaction to the browser it was started in: its id is in the page's address, which people copy
 * and share; the cookie is not. One cookie an interaction, by its path, so that two tabs do not disturb each other.
 */
const INTERACTION_COOKIE = 'berth_interaction';

function sign(uid: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(uid).digest();
}

/** Hands the cookie to the browser that is sent to our sign-in page. */
export function setInteractionCookie(ctx: KoaContextWithOIDC, uid: string, key: Buffer): void {
  ctx.cookies.set(INTERACTION_COOKIE, sign(uid, key).toString('base64url'), {
    path: `/identity/interactions/${uid}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.secure,
    signed: false,
    overwrite: false,
    maxAge: LIFETIME_S.interaction * 1_000,
  });
}

/** Whether a request's Cookie header proves that this browser started the interaction. */
export function hasInteractionCookie(cookieHeader: string | undefined, uid: string, key: Buffer): boolean {
  const expected = sign(uid, key);
  return (cookieHeader ?? '').split(';').some((pair) => {
    const [name, value] = pair.trim().split('=', 2);
    if (name !== INTERACTION_COOKIE || value === undefined) return false;
    const presented = Buffer.from(value, 'base64url');
    return presented.length === expected.length && timingSafeEqual(presented, expected);
  });
}
