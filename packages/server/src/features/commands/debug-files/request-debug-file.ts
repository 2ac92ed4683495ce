import { randomUUID } from 'node:crypto';
import { requestDebugFile, uploadDebugFile } from '@berth/contract/api/debug-files';
import { API_BASE_PATH } from '@berth/contract/api/endpoint';
import type { DebugFileId } from '@berth/contract/ids';
import { type Route, route } from '../../../http/route.ts';
import { queueCommand } from '../queue-command.ts';
import type { DebugFileDeps } from './deps.ts';

export function requestDebugFileRoute(deps: DebugFileDeps): Route {
  return route(requestDebugFile, (call) => {
    const { organizationId, params } = call;
    const fileId = randomUUID() as DebugFileId;
    const token = deps.tickets.issue({ organizationId, machineId: params.id, fileId });
    return queueCommand(deps, call, 'upload-debug-file', { path: `${API_BASE_PATH}${uploadDebugFile.path}`, token });
  });
}
