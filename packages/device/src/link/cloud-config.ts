import { ClientConfig } from '@berth/contract/api/service';
import { tolerantChecker } from '../state/schema.ts';
import { httpRequest } from '../system/http-request.ts';

const check = tolerantChecker(ClientConfig);

const TIMEOUT_MS = 10_000;

// What the cloud says of itself at /config.json. Rejects when it does not answer in time or speaks otherwise.
async function fetchCloudConfig(server: URL): Promise<ClientConfig> {
  const reply = await httpRequest(new URL('/config.json', server), 'GET', TIMEOUT_MS);
  if (reply.status !== 200) throw new Error(`/config.json answered ${reply.status}`);
  const value: unknown = JSON.parse(reply.body);
  const fault = check(value)[0];
  if (fault) throw new Error(`/config.json is not understood: ${fault.instancePath} ${fault.message}`);
  return value as ClientConfig;
}

/** The cloud's description, fetched at the first need and again when `forget` was called. */
export interface CloudConfig {
  readonly known: ClientConfig | null;
  load(): Promise<ClientConfig>;
  forget(): void;
}

export function cloudConfig(server: URL): CloudConfig {
  let known: ClientConfig | null = null;
  // One request at a time: a reconnecting fleet would send thousands.
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
      // What is being asked now is new enough.
      if (known) asked = null;
    },
  };
}
