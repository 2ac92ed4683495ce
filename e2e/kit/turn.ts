import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@berth/testing/ports';

const START = join(import.meta.dirname, '../../deploy/coturn/start');

/** A real coturn, started as an operator starts it. */
export interface Turn {
  /** Environment for the server. */
  readonly env: Readonly<Record<string, string>>;
  readonly dispose: () => Promise<void>;
}

interface TurnOptions {
  /** Whether it relays between programs of this computer, which production relays never do. */
  readonly loopback: boolean;
  /** Whether it relays to IPv6 addresses as well. */
  readonly ipv6?: boolean;
}

export async function startTurn({ loopback, ipv6 = false }: TurnOptions): Promise<Turn> {
  const port = await freePort();
  const secret = 'a secret between coturn and Berth';
  const child = spawn(START, [], {
    env: {
      ...process.env,
      PATH: `${process.env.PATH}:/usr/sbin`,
      TURN_SECRET: secret,
      TURN_LISTEN: ipv6 ? '127.0.0.1 ::1' : '127.0.0.1',
      TURN_PORT: String(port),
      ...(loopback ? { TURN_ALLOW_LOOPBACK: '1' } : {}),
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`coturn ended with ${child.exitCode}`);
    await sleep(50);
  }
  return {
    env: { BERTH_ICE_SERVERS: `turn:127.0.0.1:${port}?transport=udp`, BERTH_TURN_SECRET: secret },
    dispose: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Whether its port accepts TCP; TCP and UDP open together. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
