import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from '#shared/kernel/store/dynamodb/wire/connections.ts';

test('a connection that says nothing ends as a time-out, and one that answered is used again', async () => {
  const ports: (number | undefined)[] = [];
  const server = createServer((request, response) => {
    ports.push(request.socket.remotePort);
    request.resume();
    if (request.url !== '/silent') response.end(`asked of ${request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connections = new Connections(200);
  const ask = (path: string) =>
    connections.post({ protocol: 'http:', hostname: '127.0.0.1', port, path, headers: {}, body: 'µ' });
  for (const path of ['/a', '/b']) {
    const { statusCode, body } = await ask(path);
    expect([statusCode, body.toString('utf8')]).toEqual([200, `asked of ${path}`]);
  }
  expect(new Set(ports).size).toBe(1);
  await expect(ask('/silent')).rejects.toMatchObject({ name: 'TimeoutError', code: 'ETIMEDOUT' });
  connections.close();
  server.close();
});
