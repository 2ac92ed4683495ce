import { pollDelayMs, slowerPollMs } from '@berth/contract/rules/device-flow';
import { delay } from '@berth/web/lib/timing.ts';
import { askForToken, type Provider, SignInError, type TokenReply } from './provider.ts';

/** What a user needs to log in with another device (RFC 8628). */
export interface DeviceLogin {
  readonly userCode: string;
  /** URL with the code, for the QR code. */
  readonly completeUri: string;
  readonly uri: string;
  readonly deviceCode: string;
  readonly intervalMs: number;
}

/** Requests a code from the provider. */
export async function beginDeviceLogin(provider: Provider, signal: AbortSignal): Promise<DeviceLogin> {
  const response = await fetch(provider.deviceEndpoint ?? '', {
    method: 'POST',
    body: new URLSearchParams({ client_id: provider.clientId, scope: provider.scope }),
    signal,
  });
  const reply: Record<string, unknown> = await response.json();
  if (!response.ok) throw new SignInError(String(reply.error), String(reply.error_description ?? reply.error));
  const uri = String(reply.verification_uri);
  return {
    userCode: String(reply.user_code),
    uri,
    completeUri: String(reply.verification_uri_complete ?? uri),
    deviceCode: String(reply.device_code),
    intervalMs: pollDelayMs(reply.interval),
  };
}

/** Polls until the user has confirmed on the other device; slower if the provider asks for it. */
export async function awaitDeviceLogin(
  provider: Provider,
  login: DeviceLogin,
  signal: AbortSignal,
): Promise<TokenReply | undefined> {
  let interval = login.intervalMs;
  while (!signal.aborted) {
    await delay(interval);
    if (signal.aborted) break;
    try {
      return await askForToken(provider, {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: login.deviceCode,
      });
    } catch (error) {
      const code = error instanceof SignInError ? error.code : 'offline';
      if (code === 'slow_down') interval = slowerPollMs(interval);
      else if (code !== 'authorization_pending' && code !== 'offline') throw error;
    }
  }
  return undefined;
}
