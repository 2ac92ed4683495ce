import { ProfileDefinition } from '@berth/contract/profile/definition';
import { MachineContext, type MachineSettings } from '@berth/contract/profile/outside-profile';
import { type Understood, understand } from '@berth/contract/profile/understand';
import { checker } from './schema.ts';

const checkDefinition = checker(ProfileDefinition);
const checkContext = checker(MachineContext);

/** A definition as far as this agent understands it; the cloud may be newer or older. */
export function understandDefinition(given: unknown): Understood<ProfileDefinition> {
  return understand(ProfileDefinition, given, checkDefinition);
}

/** Read once for each context that arrived. */
const read = new WeakMap<object, MachineContext>();

/** The machine's own settings as far as this agent understands them, complete with defaults and secrets. */
export function understandContext(given: object): MachineContext {
  const known = read.get(given) ?? understand(MachineContext, given, checkContext).value;
  read.set(given, known);
  return known;
}

/** The same by deployment. */
export function machineSettings(given: object): MachineSettings {
  return understandContext(given).machine;
}
