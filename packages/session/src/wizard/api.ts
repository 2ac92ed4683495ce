import { setApiBase } from '@berth/web/data/api-base.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** The machine knows no cloud yet: nobody told it the server's address. */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

/** Points the API's calls at the cloud that this machine belongs to. */
export async function connectApi(bridge: Bridge): Promise<void> {
  const base = await bridge.call('get_api_base', {});
  if (base === null) throw new NoServerError('no API base');
  setApiBase(base);
}
