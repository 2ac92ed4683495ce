import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const UNIT = join(import.meta.dirname, '../../deploy/deb/files/usr/lib/systemd/system/berth-agent.service');
const text = readFileSync(UNIT, 'utf8');

/** How long systemd waits before it starts the agent again, in milliseconds. */
export const RESTART_MS = Number(/^RestartSec=(\d+)ms$/m.exec(text)?.[1]);

/** Node's own options in the agent's unit. */
export const NODE_FLAGS = (/^ExecStart=\S+ (.*?) \S+agent\.mjs/m.exec(text)?.[1] ?? '').split(' ').filter(Boolean);

/** What the unit sets in the agent's environment, as far as Node and its memory are concerned. */
export const UNIT_ENV = Object.fromEntries(
  [...text.matchAll(/\b(NODE_ENV|MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
) as Readonly<Record<string, string>>;
