import { ClientConfig } from '@berth/contract/api/service';
import { tolerantChecker } from '../state/schema.ts';
import { httpRequest } from '../system/http-request.ts';

const check = tolerantChecker(ClientConfig);

const TIMEOUT_MS = 10_000;

// Fetches the cloud's client configuration from /config.json. Rejects if the reply is late or invalid.
async function fetchCloudConfig(server: URL): Promise<ClientConfig> {
  const reply = await httpRequest(new URL('/config.json', server), 'GET', TIMEOUT_MS);
  if (reply.status !== 200) throw new Error(`/config.json answered ${reply.status}`);
  const value = parsed(reply.body);
  if (value === undefined) throw new Error('/config.json is not JSON: a login page or a proxy answers');
  const fault = check(value)[0];
  if (fault) throw new Error(`/config.json is not understood: ${fault.instancePath} ${fault.message}`);
  return value as ClientConfig;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The cloud's client configuration, fetched on first use and again after `forget`. */
export interface CloudConfig {
  readonly known: ClientConfig | null;
  load(): Promise<ClientConfig>;
  forget(): void;
}

export function cloudConfig(server: URL): CloudConfig {
  let known: ClientConfig | null = null;
  // One request at a time: otherwise a reconnecting fleet sends thousands.
  let asked: Promise<ClientConfig> | null = null;
  const ask = (): Promise<ClientConfig> => {
    asked ??= fetchCloudConfig(server).then(
      (config) => {
        known = config;
        return config;
      },
      (error: unknown) => {
        asked = null;
        throw error;
      },
    );
    return asked;
  };
  return {
    get known() {
      return known;
    },
    load: ask,
    forget: () => {
      // A running request is recent enough: forget only an older result.
      if (known) asked = null;
    },
  };
}
