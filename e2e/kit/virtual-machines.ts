import { join } from 'node:path';
import { type Running, run } from './process.ts';
import type { Server } from './server.ts';

const MAIN = join(import.meta.dirname, '../../packages/simulator/src/main.ts');

/** Starts virtual machines, the real agent over a system in memory, that register themselves with an enrolment code. */
export function startVirtualMachines(server: Server, count: number, code: string): Running {
  return run(MAIN, ['--server', server.url, '--machines', String(count), '--enrol', code], {});
}
