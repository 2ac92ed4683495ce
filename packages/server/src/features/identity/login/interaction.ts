import { createHmac, timingSafeEqual } from 'node:crypto';
import { readInteraction } from '@berth/contract/api/identity';
import type { UserId } from '@berth/contract/ids';
import type { Language } from '@berth/contract/rules/languages';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ApiError } from '../../../http/api-error.ts';
import { chooseLanguage } from '../../../http/language.ts';
import { type Exchange, type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { MACHINE_CLIENT_ID } from '../provider/clients.ts';
import { LIFETIME_S } from '../provider/token-policy.ts';

type Interaction = InstanceType<Provider['Interaction']>;

/** How a person proved who they are (RFC 8176). */
type Method = 'pwd' | 'otp' | 'mfa' | 'hwk';

/** Finds the login attempt of a call, if this browser started it and it has not expired. */
export async function openInteraction(
  { provider, interactionKey }: Pick<IdentityDeps, 'provider' | 'interactionKey'>,
  uid: string,
  { request }: Exchange,
): Promise<Interaction> {
  const bound = hasInteractionCookie(request.headers.cookie, uid, interactionKey);
  const interaction = bound ? await provider.Interaction.find(uid) : undefined;
  if (!interaction) throw new ApiError('interaction-expired', 'This login has expired. Start again.');
  return interaction;
}

/** The state of an interaction between its steps; the provider stores it encrypted. */
interface Steps {
  /** The account whose password was correct; the second factor is pending. */
  readonly passwordOf?: UserId;
  /** The challenge that a passkey must sign. */
  readonly passkeyChallenge?: string;
}

/** Returns the steps taken so far. */
export function stepsOf({ result }: Pick<Interaction, 'result'>): Steps {
  return (result?.berth ?? {}) as Steps;
}

/** Records a step. */
export async function recordStep(interaction: Interaction, step: Steps): Promise<void> {
  interaction.result = { berth: { ...stepsOf(interaction), ...step } };
  await interaction.persist();
}

/** Reports the login to the provider; returns the address where the browser continues. */
export async function finishInteraction(
  interaction: Interaction,
  userId: UserId,
  methods: readonly Method[],
): Promise<{ redirectTo: string }> {
  interaction.result = { login: { accountId: userId, remember: true, amr: [...methods] } };
  await interaction.persist();
  return { redirectTo: interaction.returnTo };
}

/** Returns the language of the login page: the given one, else that of the login request or browser. */
export function languageOf(interaction: Interaction, { request }: Exchange, spoken?: Language): Language {
  if (spoken !== undefined) return spoken;
  const asked = interaction.params.ui_locales;
  return chooseLanguage(typeof asked === 'string' ? asked : undefined, request.headers['accept-language']);
}

/** Returns what the login page shows first. */
export function readInteractionRoute(deps: Pick<IdentityDeps, 'provider' | 'interactionKey'>): Route {
  return route(readInteraction, async ({ params, exchange }) => {
    const { params: asked } = await openInteraction(deps, params.uid, exchange);
    const client = await deps.provider.Client.find(String(asked.client_id));
    return {
      prompt: 'login' as const,
      clientName: client?.clientName ?? String(asked.client_id),
      cancelTo: asked.client_id === MACHINE_CLIENT_ID ? pageOf(asked.redirect_uri) : null,
      loginHint: typeof asked.login_hint === 'string' ? asked.login_hint : null,
    };
  });
}

/**
 * Returns the machine's page that the login came from; the provider has checked the address. Null in the device flow,
 * where the browser runs on a phone.
 */
function pageOf(redirectUri: unknown): string | null {
  return typeof redirectUri === 'string' ? new URL('/', redirectUri).href : null;
}

/**
 * Binds a login interaction to the browser that started it: its ID is in the page's address, which people can share; the
 * cookie is not. The cookie's path is that of its interaction, so that tabs do not interfere.
 */
const INTERACTION_COOKIE = 'berth_interaction';

function sign(uid: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(uid).digest();
}

/** Sets the cookie when the browser is redirected to the login page. */
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
function hasInteractionCookie(cookieHeader: string | undefined, uid: string, key: Buffer): boolean {
  const expected = sign(uid, key);
  return (cookieHeader ?? '').split(';').some((pair) => {
    const [name, value] = pair.trim().split('=', 2);
    if (name !== INTERACTION_COOKIE || value === undefined) return false;
    const presented = Buffer.from(value, 'base64url');
    return presented.length === expected.length && timingSafeEqual(presented, expected);
  });
}
