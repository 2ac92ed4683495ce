import * as oidc from 'openid-client';
import type { Browser } from './browser.ts';

export type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

export interface Attempt {
  /** Where the provider sends the browser. */
  readonly authorization: URL;
  /** Exchanges the code from the fragment; with a key, only its holder can renew the tokens. */
  finish(callback: URL, key?: oidc.DPoPHandle): Promise<Tokens>;
}

/** Our client, played by the protocol's library: code with PKCE, state, and nonce, reply in the fragment. */
export class RelyingParty {
  readonly configuration: oidc.Configuration;
  readonly redirectUri: string;
  readonly scope: string;

  private constructor(configuration: oidc.Configuration, redirectUri: string, scope: string) {
    this.configuration = configuration;
    this.redirectUri = redirectUri;
    this.scope = scope;
  }

  static async discover(
    authority: string,
    {
      clientId,
      redirectUri,
      scope,
      clockSkewS = 0,
    }: { clientId: string; redirectUri: string; scope: string; clockSkewS?: number },
  ): Promise<RelyingParty> {
    const metadata = { [oidc.clockSkew]: clockSkewS };
    const configuration = await oidc.discovery(new URL(authority), clientId, metadata, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    });
    return new RelyingParty(configuration, redirectUri, scope);
  }

  async begin(extra: Record<string, string> = {}): Promise<Attempt> {
    const codeVerifier = oidc.randomPKCECodeVerifier();
    const state = oidc.randomState();
    const nonce = oidc.randomNonce();
    const authorization = oidc.buildAuthorizationUrl(this.configuration, {
      redirect_uri: this.redirectUri,
      scope: this.scope,
      response_mode: 'fragment',
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...extra,
    });
    return {
      authorization,
      finish: (callback, key) => {
        const url = new URL(callback);
        url.search = url.hash.slice(1);
        url.hash = '';
        const checks = {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        };
        return oidc.authorizationCodeGrant(this.configuration, url, checks, {}, key && { DPoP: key });
      },
    };
  }

  /** New tokens for a refresh token. */
  renew(refreshToken: string | undefined, key?: oidc.DPoPHandle): Promise<Tokens> {
    return oidc.refreshTokenGrant(this.configuration, refreshToken ?? '', {}, key && { DPoP: key });
  }

  /** This client's key, which does not leave the process. */
  async makeKey(): Promise<oidc.DPoPHandle> {
    return oidc.getDPoPHandle(this.configuration, await oidc.randomDPoPKeyPair());
  }

  /** Opens the login page of an attempt; returns its interaction ID. */
  async openLoginPage(browser: Browser, attempt: Attempt): Promise<string> {
    const { url } = await browser.open(attempt.authorization, (at) => at.pathname === '/session/login');
    const uid = url.searchParams.get('interaction');
    if (uid === null) throw new Error(`No interaction, but ${url.href}`);
    return uid;
  }

  /** Follows the browser from the login page's reply to our redirect address. */
  async returnTo(browser: Browser, from: string | URL): Promise<URL> {
    const { url } = await browser.open(from, (at) => at.href.startsWith(this.redirectUri));
    return url;
  }
}
