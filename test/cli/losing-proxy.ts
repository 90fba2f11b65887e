import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { listen } from '#local/gateway/gateway.ts';

/** A proxy that carries requests to the service, but loses some of its answers. */
export interface LosingProxy extends AsyncDisposable {
  url: string;
  /** How many answers were lost so far. */
  lost(): number;
}

/** Cuts the connection in place of the first `answers` answers to `path`, when the service has carried them out. */
export async function losingProxy(
  target: string,
  { path, answers }: { path: string; answers: number },
): Promise<LosingProxy> {
  let lost = 0;
  const server = createServer((incoming, outgoing) => {
    const forwarded = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        if (incoming.url === path && lost < answers) {
          lost += 1;
          answer.resume().on('end', () => incoming.socket.destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(forwarded);
  });
  return {
    url: await listen(server, 0),
    lost: () => lost,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
