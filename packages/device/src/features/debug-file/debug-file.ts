import { DEBUG_FILE_FIELD } from '@berth/contract/api/debug-files';
import { DEBUG_FILE_BYTES_MAX } from '@berth/contract/limits';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { mask } from '@berth/contract/profile/secrets';
import type { MachineState } from '../../state/machine-state.ts';

const UPLOAD_MS = 60_000;

/** The machine's diagnostics as text, without secrets and without its key. */
export function debugText(
  state: MachineState,
  facts: Readonly<Record<string, unknown>>,
  log: readonly string[],
): string {
  const { desired, network: _network, mirrorHost: _mirrorHost, ...rest } = state;
  const profile = desired?.profile && {
    ...desired.profile,
    definition: mask({ ...ProfileDefinition }, desired.profile.definition),
  };
  // The machine's own settings contain its phone password; the console shows them masked.
  const shown = desired && { ...desired, context: '(left out)', profile };
  const head = JSON.stringify({ ...facts, state: { ...rest, desired: shown } }, null, 2);
  return `${head}\n\n${log.join('')}`.slice(0, DEBUG_FILE_BYTES_MAX);
}

/** Uploads the debug file with the command's token. Rejects if the cloud refuses it. */
export async function uploadDebugFile(address: URL, token: string, name: string, text: string): Promise<void> {
  const body = new FormData();
  body.append(DEBUG_FILE_FIELD, new Blob([text], { type: 'text/plain' }), name);
  const reply = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
    signal: AbortSignal.timeout(UPLOAD_MS),
  });
  if (!reply.ok) throw new Error(`The cloud answered ${reply.status} to the file.`);
}
