import { changeSwitches, readSwitches } from '@berth/contract/api/organization-settings';
import { route } from '../../../http/route.ts';
import { findShellCommands, setShellCommands } from './store.ts';

export const readSwitchesRoute = route(readSwitches, async ({ tx, organizationId }) => ({
  shellCommands: await findShellCommands(tx, organizationId),
}));

export const changeSwitchesRoute = route(changeSwitches, async ({ body, tx, organizationId }) => {
  await setShellCommands(tx, organizationId, body.shellCommands);
  return { shellCommands: body.shellCommands };
});
