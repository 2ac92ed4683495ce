import type { ClientConfig } from '@berth/contract/api/service';
import type { DeviceCode, DeviceProvider, LoginUser } from '@berth/contract/bridge/login';
import { type AzureApplication, adminConsentUrl } from '@berth/contract/rules/service';
import { azureIssuer, azureName, azureProvider, isConsentMissing } from './azure-ad.ts';
import { beginDeviceFlow, type DeviceFlow, type Tokens } from './device-flow.ts';
import { LoginError } from './login.ts';
import type { WriteLog } from './passwords.ts';
import { memberOf, productProvider } from './product-id.ts';
import type { LoginSettings } from './settings.ts';

export interface DeviceLoginsOptions {
  readonly settings: () => LoginSettings;
  /** Rejects when the cloud does not answer. */
  readonly cloud: () => Promise<ClientConfig>;
  readonly onSuccess: (user: LoginUser & { provider: DeviceProvider }) => void;
  readonly writeLog: WriteLog;
}

interface Running {
  readonly provider: DeviceProvider;
  /** The only user who may confirm; undefined: any user who may log in here. */
  readonly user: string | undefined;
  readonly flow: DeviceFlow;
  readonly ending: AbortController;
}

/** Logins that a user confirms on a phone or another computer with the code shown here (RFC 8628). */
export class DeviceLogins {
  readonly #options: DeviceLoginsOptions;
  #running: Running | null = null;

  constructor(options: DeviceLoginsOptions) {
    this.#options = options;
  }

  /** Starts a login, for `user` only if given, and returns the code to show. Ends an earlier login. */
  async begin(provider: DeviceProvider, user?: string): Promise<DeviceCode> {
    this.cancel();
    try {
      const cloud = await this.#options.cloud();
      const where =
        provider === 'product-id' ? await productProvider(cloud) : azureProvider(this.#azure(cloud), this.#tenant());
      const flow = await beginDeviceFlow(where);
      this.#running = { provider, user, flow, ending: new AbortController() };
      return flow.code;
    } catch (error) {
      throw await this.#errorOf(provider, error);
    }
  }

  /** Resolves when the user has confirmed and is logged in. */
  async finish(): Promise<void> {
    const running = this.#running;
    if (!running) throw new LoginError('failed', 'No login was begun.');
    const { provider, user, flow, ending } = running;
    try {
      const name = await this.#nameOf(provider, await flow.tokens(ending.signal));
      if (name === null) throw new LoginError('failed', 'This account may not log in here.');
      if (ending.signal.aborted) throw new LoginError('failed', 'Another login was begun.');
      if (user !== undefined && !isSame(user, name)) {
        throw new LoginError('failed', `${name} confirmed the code of ${user}.`);
      }
      this.#options.writeLog('LOGIN_SUCCESS', `${name} (${provider})`);
      this.#options.onSuccess({ name, provider });
    } catch (error) {
      if (ending.signal.aborted) throw new LoginError('failed', 'Another login was begun.');
      throw await this.#errorOf(provider, error);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  cancel(): void {
    this.#running?.ending.abort();
    this.#running = null;
  }

  async #nameOf(provider: DeviceProvider, tokens: Tokens): Promise<string | null> {
    const cloud = await this.#options.cloud();
    if (provider === 'azure-ad') {
      const application = this.#azure(cloud);
      return azureName(tokens, application, await azureIssuer(application, this.#tenant()), Date.now());
    }
    const { organizationId } = this.#options.settings();
    const member = organizationId && (await memberOf(cloud, organizationId, tokens));
    return member ? member.email : null;
  }

  async #errorOf(provider: DeviceProvider, error: unknown): Promise<LoginError> {
    const { writeLog, cloud } = this.#options;
    if (provider === 'azure-ad' && isConsentMissing(error)) {
      writeLog('LOGIN_ERROR_AAD_CONSENT_MISSING', adminConsentUrl(this.#azure(await cloud()), this.#tenant()));
      return new LoginError('failed', 'The organization has not finished its set-up of Azure AD.');
    }
    writeLog('LOGIN_FAILURE', `${provider}: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof LoginError) return error;
    const isRefused = error instanceof Error && error.name === 'DeviceFlowError';
    return new LoginError(isRefused ? 'failed' : 'unavailable', 'Login failed');
  }

  #azure({ azureAd }: ClientConfig): AzureApplication {
    if (!azureAd) throw new LoginError('unavailable', 'The cloud has no application for Azure AD.');
    return azureAd;
  }

  #tenant(): string {
    return this.#options.settings().providers['azure-ad'].tenant ?? '';
  }
}

/** Whether two names are the same account: directories and email addresses ignore case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
