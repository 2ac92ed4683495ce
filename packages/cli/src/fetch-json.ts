import { CliError, EXIT } from './errors.ts';

export type Json = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 60_000;

/** Sends one request and parses the JSON reply. An unreachable server has its own exit code. */
export async function fetchJson(address: string, init: RequestInit = {}): Promise<{ status: number; body: Json }> {
  let response: Response;
  try {
    response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    throw new CliError(`${new URL(address).origin} does not respond${cause}.`, EXIT.offline);
  }
  const text = await response.text();
  try {
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  } catch {
    // A proxy in front of a server that is down.
    if (response.status >= 500) throw new CliError(`${address} replied ${response.status}. Try again.`, EXIT.offline);
    throw new CliError(`${address} replied ${response.status} without JSON. Is this a Berth server?`);
  }
}
