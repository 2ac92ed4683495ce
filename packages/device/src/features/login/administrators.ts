import type { ClientConfig } from '@berth/contract/api/service';
import type { DeviceCode } from '@berth/contract/bridge/login';
import type { OrganizationId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import { beginDeviceFlow, type DeviceFlow } from './device-flow.ts';
import { LoginError } from './login.ts';
import { memberOf, productProvider } from './product-id.ts';

export interface AdministratorsOptions {
  readonly organizationId: () => OrganizationId | null;
  /** Rejects when the cloud does not answer. */
  readonly cloud: () => Promise<ClientConfig>;
  readonly onSuccess: (email: string) => void;
}

/** Whether a role may administer a machine on site. */
const ADMINISTERS: Readonly<Record<Role, boolean>> = {
  owner: true,
  administrator: true,
  operator: false,
  viewer: false,
};

/** Lets an administrator of the machine's organization prove their presence by confirming on a phone (RFC 8628). */
export class Administrators {
  readonly #options: AdministratorsOptions;
  #running: { readonly flow: DeviceFlow; readonly ending: AbortController } | null = null;

  constructor(options: AdministratorsOptions) {
    this.#options = options;
  }

  /** Starts a login and returns the code to show. Ends an earlier login. */
  async begin(): Promise<DeviceCode> {
    this.cancel();
    const flow = await this.#options
      .cloud()
      .then(productProvider)
      .then(beginDeviceFlow)
      .catch(() => {
        throw new LoginError('unavailable', 'The cloud does not answer.');
      });
    this.#running = { flow, ending: new AbortController() };
    return flow.code;
  }

  /** Resolves when an administrator has confirmed. */
  async finish(): Promise<void> {
    const running = this.#running;
    const organizationId = this.#options.organizationId();
    if (!running || !organizationId) throw new LoginError('failed', 'No login was begun.');
    try {
      const tokens = await running.flow.tokens(running.ending.signal);
      const member = await memberOf(await this.#options.cloud(), organizationId, tokens);
      if (!member || !mayAdminister(member.role)) throw new LoginError('failed', 'This account is no administrator.');
      if (running.ending.signal.aborted) throw new LoginError('failed', 'Another login was begun.');
      this.#options.onSuccess(member.email);
    } catch (error) {
      if (error instanceof LoginError) throw error;
      throw new LoginError('failed', 'Login failed');
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  cancel(): void {
    this.#running?.ending.abort();
    this.#running = null;
  }
}

/** False for roles that this version does not know. */
function mayAdminister(role: unknown): boolean {
  return Object.entries(ADMINISTERS).some(([known, may]) => may && known === role);
}
