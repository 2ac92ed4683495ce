import { connect, createServer, type Socket } from 'node:net';

/** A minimal round-robin load balancer that skips nodes that do not respond. */
export interface Balancer {
  readonly port: number;
  /** New connections go to these nodes from now on. */
  readonly use: (nodes: readonly number[]) => void;
  readonly dispose: () => Promise<void>;
}

/** Passes TCP connections through unchanged, including machine sockets. */
export async function startBalancer(port: number, first: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let nodes = first;
  let turn = 0;

  function pass(client: Socket, attempts: number): void {
    const node = nodes[turn++ % nodes.length] ?? 0;
    const server = connect(node, '127.0.0.1');
    let isConnected = false;
    server.once('connect', () => {
      isConnected = true;
      client.pipe(server).pipe(client);
    });
    server.once('error', () => {
      if (!isConnected && attempts > 1) pass(client, attempts - 1);
      else client.destroy();
    });
    server.once('close', () => {
      if (isConnected) client.destroy();
    });
    client.once('close', () => server.destroy());
  }

  const listener = createServer({ pauseOnConnect: false }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client)).on('error', () => client.destroy());
    pass(client, nodes.length);
  });
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  return {
    port,
    use: (next) => {
      nodes = next;
    },
    dispose: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
