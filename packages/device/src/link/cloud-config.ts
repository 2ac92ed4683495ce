import { ClientConfig } from '@berth/contract/api/service';
import { tolerantChecker } from '../state/schema.ts';

const check = tolerantChecker(ClientConfig);

/** What the cloud says of itself at /config.json. Rejects when it does not answer within `timeoutMs` or speaks otherwise. */
export async function fetchCloudConfig(server: URL, signal: AbortSignal, timeoutMs = 10_000): Promise<ClientConfig> {
  const reply = await fetch(new URL('/config.json', server), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    redirect: 'error',
  });
  if (!reply.ok) throw new Error(`/config.json answered ${reply.status}`);
  const value: unknown = await reply.json();
  const fault = check(value)[0];
  if (fault) throw new Error(`/config.json is not understood: ${fault.instancePath} ${fault.message}`);
  return value as ClientConfig;
}

/** The cloud's description, fetched at the first need and again when `forget` was called. */
export interface CloudConfig {
  readonly known: ClientConfig | null;
  load(signal: AbortSignal): Promise<ClientConfig>;
  forget(): void;
}

export function cloudConfig(server: URL): CloudConfig {
  let known: ClientConfig | null = null;
  let fresh = false;
  return {
    get known() {
      return known;
    },
    load: async (signal) => {
      if (known && fresh) return known;
      known = await fetchCloudConfig(server, signal);
      fresh = true;
      return known;
    },
    forget: () => {
      fresh = false;
    },
  };
}
