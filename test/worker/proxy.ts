import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * How the network between a worker and the service is. `refuse`: no one is reached. `hang`: connections are taken, and
 * nothing comes of them. `drop`: requests arrive and are carried out, their answers never come back.
 */
export type Network = 'open' | 'refuse' | 'hang' | 'drop';

/** A TCP proxy that can be cut and restored. */
export interface NetworkProxy {
  port: number;
  /** Changes what happens to every connection from now on, those that are open included. */
  set(network: Network): void;
  /** Answers that were dropped. */
  readonly dropped: number;
  close(): Promise<void>;
}

/** Starts a proxy to a port of this machine. */
export async function startProxy(targetPort: number): Promise<NetworkProxy> {
  let network: Network = 'open';
  let dropped = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    if (network === 'refuse') return void client.resetAndDestroy();
    const service = connect(targetPort, '127.0.0.1');
    keep(service);
    client.on('data', (bytes) => {
      if (network !== 'hang') service.write(bytes);
    });
    service.on('data', (bytes) => {
      if (network === 'drop') {
        dropped += 1;
        client.resetAndDestroy();
      } else if (network !== 'hang') client.write(bytes);
    });
    client.on('close', () => service.end());
    service.on('close', () => network !== 'hang' && client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const cutAll = () => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    port: address.port,
    set: (next) => {
      // What hung has lost bytes: such a connection can never be used again.
      if (next === 'refuse' || network === 'hang') cutAll();
      network = next;
    },
    get dropped() {
      return dropped;
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
