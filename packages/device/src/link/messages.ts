import { ToMachine } from '@berth/contract/device/messages';
import { type Check, tolerantChecker } from '../state/schema.ts';

const checks: ReadonlyMap<unknown, Check> = new Map(
  ToMachine.anyOf.map((schema) => [schema.properties.type.const, tolerantChecker(schema)]),
);

/** A message of the cloud, or why it is none. A newer cloud may say more than this agent knows: that is let pass. */
export function readMessage(text: string): { message: ToMachine } | { refused: string } {
  const value = parse(text);
  const check = checks.get(value?.type);
  if (!check) return { refused: `unknown message ${String(value?.type)}` };
  const fault = check(value)[0];
  if (fault) return { refused: `${String(value?.type)}${fault.instancePath} ${fault.message}` };
  return { message: value as ToMachine };
}

function parse(text: string): { readonly type?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
