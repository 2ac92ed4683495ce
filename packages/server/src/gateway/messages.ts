import { FromMachine } from '@berth/contract/device/messages';
import { compileSchema } from '../platform/schema.ts';
import type { LogLine } from './ports.ts';

const validators = new Map(
  FromMachine.anyOf.map((schema) => [schema.properties.type.const as string, compileSchema(schema)] as const),
);

/** The message that machines send most, as our agent writes it: known without parsing. */
const PING_FRAME = Buffer.from('{"type":"ping"}');
const PING: FromMachine = { type: 'ping' };

/** One frame as a message; undefined for whatever the contract does not know. */
export function parseMessage(frame: Buffer): FromMachine | undefined {
  if (frame.equals(PING_FRAME)) return PING;
  const value = parseClean(frame.toString('utf8'));
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined;
  const validate = validators.get(String(value.type));
  return validate && validate(value).length === 0 ? (value as FromMachine) : undefined;
}

// A machine's log may hold anything; NUL and lone surrogates are what the database does not take.
function parseClean(text: string): unknown {
  const suspect = /\\u0000|\\ud[89a-f]|\0/i.test(text);
  try {
    return suspect ? JSON.parse(text, (_key, value: unknown) => clean(value)) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function clean(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}

/** Lines a machine may send at once, and how many a minute in the long run. */
const BURST = 300;
const PER_MINUTE = 60;

/** Limits the log lines of a machine, so that it cannot fill the database. */
export function logBudget(now: () => number): (lines: readonly LogLine[]) => readonly LogLine[] {
  let left = BURST;
  let filledAt = now();
  return (lines) => {
    const time = now();
    left = Math.min(BURST, left + ((time - filledAt) / 60_000) * PER_MINUTE);
    filledAt = time;
    const taken = lines.slice(0, Math.floor(left));
    left -= taken.length;
    return taken;
  };
}

interface Entry {
  readonly id: string;
  readonly time: string;
  readonly type: string;
  readonly message: string;
}

/** Log entries of a machine, whose clock may be wrong: nothing happened in the future. */
export function toLogLines(entries: readonly Entry[], now: number): LogLine[] {
  return entries.map(({ id, time, type, message }) => {
    const happened = Date.parse(time);
    const instant = Number.isNaN(happened) || happened > now || happened < 0 ? now : happened;
    return { id, type, message, time: new Date(instant).toISOString() };
  });
}
