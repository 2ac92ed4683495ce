import { ApiError } from '../../http/api-error.ts';

export function noSuchSchedule(): ApiError {
  return new ApiError('not-found', 'No such schedule.');
}

/** If-Match: whoever changes says which revision they have seen. */
export function requireRevision(ifMatch: string | undefined, revision: number): void {
  if (ifMatch !== undefined && ifMatch !== String(revision)) {
    throw new ApiError('revision-conflict', `Somebody else changed the schedule: it is at revision ${revision} now.`);
  }
}
