import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const UNIT = join(import.meta.dirname, '../../deploy/deb/files/usr/lib/systemd/system/berth-agent.service');
const text = readFileSync(UNIT, 'utf8');

/** How long systemd waits before it restarts the agent, in milliseconds. */
export const RESTART_MS = Number(/^RestartSec=(\d+)ms$/m.exec(text)?.[1]);

/** Node options in the agent's unit. */
export const NODE_FLAGS = (/^ExecStart=\S+ (.*?) \S+agent\.mjs/m.exec(text)?.[1] ?? '').split(' ').filter(Boolean);

/** Environment variables of the agent's unit that affect Node and its memory. */
export const UNIT_ENV = Object.fromEntries(
  [...text.matchAll(/\b(NODE_ENV|MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
) as Readonly<Record<string, string>>;
