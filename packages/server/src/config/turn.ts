import type { Variables } from './variables.ts';

/** Servers that peers use to reach each other. */
export interface TurnConfig {
  /** stun:, turn: and turns: addresses. */
  readonly urls: readonly string[];
  /** Shared with the TURN servers (coturn's static-auth-secret); undefined where there are none. */
  readonly secret: string | undefined;
}

export function readTurn(variables: Variables): TurnConfig {
  const urls = variables.list('BERTH_ICE_SERVERS');
  const secret = variables.text('BERTH_TURN_SECRET');
  if (!urls.every((url) => /^(?:stun|stuns|turn|turns):[^\s/]+$/.test(url))) {
    variables.fault('BERTH_ICE_SERVERS', 'addresses such as turn:turn.example.org:3478, separated by commas');
  }
  if (urls.some((url) => url.startsWith('turn')) && secret === undefined) {
    variables.fault('BERTH_TURN_SECRET', 'set together with turn: addresses in BERTH_ICE_SERVERS');
  }
  return { urls, secret };
}
