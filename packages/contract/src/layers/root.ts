import { ProfileDefinition } from '../profile/definition.ts';
import { nodeOf } from '../profile/nodes.ts';
import { type Place, rootPlace } from './lists.ts';

const ROOT: Place = rootPlace(nodeOf(ProfileDefinition));

/** The whole definition as a place. A function: the client gets no functions of a module that exports a schema. */
export function root(): Place {
  return ROOT;
}
