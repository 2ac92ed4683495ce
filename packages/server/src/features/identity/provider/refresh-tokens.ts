import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

/**
 * How long a rotated refresh token may be presented again: by a second tab or program that renews at the same moment,
 * or by a client whose reply was lost. After that its use means that it was copied, and the whole grant ends.
 */
export const ROTATION_OVERLAP_S = 60;

type Rotate = Extract<NonNullable<Configuration['rotateRefreshToken']>, (...args: never[]) => unknown>;

/**
 * RFC 9700, 2.2.2: the refresh token of a public client is bound to a key, or it rotates. One that is bound (DPoP, RFC
 * 9449) is worth nothing without the key and stays the same, so no second tab and no lost reply can sign anybody out.
 */
export const rotateUnlessBound: Rotate = ({ oidc }) => oidc.entities.RefreshToken?.isSenderConstrained() !== true;

type Customize = NonNullable<NonNullable<NonNullable<Configuration['formats']>['customizers']>['jwt']>;

/** Leaves the key out of access tokens: see `issueBearerTokens`. */
export const withoutProofKey: Customize = (_ctx, _token, { payload }) => {
  delete payload.cnf;
};

/**
 * A key binds refresh tokens only. Access tokens live for minutes and are bearer tokens, which the authorization server
 * may decide and says in token_type (RFC 9449, 5): every call of the API carries one, sockets and streams included.
 */
export function issueBearerTokens({ AccessToken }: Provider): void {
  Object.defineProperty(AccessToken.prototype, 'tokenType', { get: () => 'Bearer' });
}
