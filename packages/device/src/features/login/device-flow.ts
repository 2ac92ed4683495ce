import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceCode } from '@berth/contract/bridge/login';
import { pollDelayMs, slowerPollMs } from '@berth/contract/rules/device-flow';

/** Endpoints of an identity provider's device authorization grant (RFC 8628). */
export interface DeviceFlowProvider {
  readonly deviceEndpoint: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly scope: string;
}

export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string | null;
}

/** An error that the provider returned, with its message. */
export class DeviceFlowError extends Error {
  override readonly name = 'DeviceFlowError';
  readonly code: string;

  constructor(code: string, description: string) {
    super(description || code);
    this.code = code;
  }
}

const TIMEOUT_MS = 7_000;

export interface DeviceFlow {
  readonly code: DeviceCode;
  /** Resolves when the user has confirmed. Rejects with DeviceFlowError, or when the signal aborts. */
  tokens(signal: AbortSignal): Promise<Tokens>;
}

/** Requests a code to show. Rejects with DeviceFlowError if the provider refuses. */
export async function beginDeviceFlow(provider: DeviceFlowProvider): Promise<DeviceFlow> {
  const { clientId, deviceEndpoint, scope } = provider;
  const reply = await post(deviceEndpoint, { client_id: clientId, scope });
  const uri = String(reply.verification_uri);
  return {
    code: { userCode: String(reply.user_code), uri, completeUri: String(reply.verification_uri_complete ?? uri) },
    tokens: (signal) => poll(provider, String(reply.device_code), pollDelayMs(reply.interval), signal),
  };
}

async function poll(
  { tokenEndpoint, clientId }: DeviceFlowProvider,
  deviceCode: string,
  interval: number,
  signal: AbortSignal,
): Promise<Tokens> {
  const question = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code: deviceCode,
  };
  let wait = interval;
  for (;;) {
    await sleep(wait, undefined, { signal });
    try {
      const reply = await post(tokenEndpoint, question);
      return {
        accessToken: String(reply.access_token),
        idToken: typeof reply.id_token === 'string' ? reply.id_token : null,
      };
    } catch (error) {
      // Retry after a network failure: the code stays valid for longer.
      const code = error instanceof DeviceFlowError ? error.code : 'authorization_pending';
      if (code === 'slow_down') wait = slowerPollMs(wait);
      else if (code !== 'authorization_pending') throw error;
    }
  }
}

async function post(address: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  const reply = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new DeviceFlowError(String(reply.error), String(reply.error_description ?? ''));
  return reply;
}
