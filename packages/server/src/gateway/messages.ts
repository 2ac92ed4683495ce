import { FromMachine } from '@berth/contract/device/messages';
import { compileToFirst } from '../platform/schema.ts';
import type { LogLine } from './ports.ts';

// To the first error: collecting all takes ten times as long, and anyone can send a first message.
const validators = new Map(
  FromMachine.anyOf.map((schema) => [schema.properties.type.const as string, compileToFirst(schema)] as const),
);

/** The most frequent message, exactly as our agent sends it: recognized without parsing. */
const PING_FRAME = Buffer.from('{"type":"ping"}');
const PING: FromMachine = { type: 'ping' };

/** Parses a frame; undefined for messages that the contract does not declare. */
export function parseMessage(frame: Buffer): FromMachine | undefined {
  if (frame.equals(PING_FRAME)) return PING;
  const value = parseClean(frame.toString('utf8'));
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined;
  const validate = typeof value.type === 'string' && validators.get(value.type);
  return validate && validate(value).length === 0 ? (value as FromMachine) : undefined;
}

// Log lines may contain anything, but the database rejects NUL and lone surrogates.
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

/** Burst of log lines, and lines per minute. */
const BURST = 300;
const PER_MINUTE = 60;

/** Limits a machine's log lines, so that it cannot fill the database. */
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

/** Log entries of a machine whose clock may be wrong: times in the future are replaced. */
export function toLogLines(entries: readonly Entry[], now: number): LogLine[] {
  return entries.map(({ id, time, type, message }) => {
    const happened = Date.parse(time);
    const instant = Number.isNaN(happened) || happened > now || happened < 0 ? now : happened;
    return { id, type, message, time: new Date(instant).toISOString() };
  });
}
