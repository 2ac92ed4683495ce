import { setApiBase } from '@berth/web/data/api-base.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** The machine has no cloud yet: its server URL is not set. */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

/** Sends API calls to the machine's cloud. */
export async function connectApi(bridge: Bridge): Promise<void> {
  const base = await bridge.call('get_api_base', {});
  if (base === null) throw new NoServerError('no API base');
  setApiBase(base);
}
