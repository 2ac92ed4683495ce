import { Problem } from '../../http/problem.ts';

export function noSuchSchedule(): Problem {
  return new Problem('not-found', 'No such schedule.');
}

/** If-Match: whoever changes says which revision they have seen. */
export function requireRevision(ifMatch: string | undefined, revision: number): void {
  if (ifMatch !== undefined && ifMatch !== String(revision)) {
    throw new Problem('revision-conflict', `Somebody else changed the schedule: it is at revision ${revision} now.`);
  }
}
