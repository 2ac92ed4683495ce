import { previewProfile } from '@berth/contract/api/impact';
import { type Profile, readProfile } from '@berth/contract/api/profiles';
import { startRollout } from '@berth/contract/api/rollouts';
import { call } from '@berth/web/data/call.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { waitFor } from '../dialogs/inform.tsx';
import { rememberRollout } from './queries.ts';
import { askForRollout } from './start-dialog.tsx';

/** What is to be rolled out: a definition, based on a revision. */
interface Staged {
  readonly base: Profile;
  readonly definition: Readonly<Record<string, unknown>>;
  /** The profile's name at that revision, if different. */
  readonly name?: string;
}

/** The saved profile, and the path of its rollout. */
interface Started {
  readonly profile: Profile;
  readonly address: string;
}

/**
 * Asks how to roll out a definition, saves it as the newest revision and starts with the first group.
 *
 * @returns undefined if nothing was started. @throws ApiError, with all faults of the definition.
 */
export async function rollOut({ base, definition, name }: Staged): Promise<Started | undefined> {
  const { id, organizationId: orgId, revision } = base;
  const looking = call(previewProfile, { params: { id }, body: { definition } });
  const { machines } = await waitFor(({ t }) => t('console.impact.open'), looking);
  const address = await askForRollout({
    orgId,
    machines: machines.total,
    send: async (wanted) => {
      const body = { ...wanted, definition, ...(name === undefined ? {} : { name }) };
      const rollout = await call(startRollout, { params: { id }, body, ifMatch: revision });
      await rememberRollout(rollout);
      return paths.rollout(rollout.id);
    },
  });
  if (address === undefined) return undefined;
  return { profile: await call(readProfile, { params: { id } }), address };
}
