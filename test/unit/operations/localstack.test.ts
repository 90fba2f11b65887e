import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '#local/ports.ts';
import { findLocalStack, lackingServices, NoLocalStack } from '#scripts/emulator/lib/localstack.ts';
import { communityHealth, paidHealth } from '#test/support/aws/localstack-health.ts';

let server: Server | undefined;

/** A server that answers every request alike; records the requests. */
async function answering(status: number, body: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

afterEach(async () => {
  const closed = server && once(server, 'close');
  server?.close();
  await closed;
  server = undefined;
});

describe('the health of a LocalStack', () => {
  test('the free edition is found with its services, at an address with a slash too', async () => {
    const { url, asked } = await answering(200, JSON.stringify(communityHealth));
    const { endpoint, edition, version, services } = await findLocalStack(`${url}/`);
    expect({ endpoint, edition, version }).toEqual({ endpoint: url, edition: 'community', version: '4.12.0' });
    expect([...services]).toEqual(Object.keys(communityHealth.services));
    expect(asked).toEqual(['GET /_localstack/health']);
  });

  test('a paid edition has the HTTP API, which the free one lacks', async () => {
    const needed = ['apigatewayv2', 'lambda'];
    const paid = await findLocalStack((await answering(200, JSON.stringify(paidHealth))).url);
    expect(lackingServices(paid, needed)).toEqual([]);
    const free = { ...paid, services: new Set(Object.keys(communityHealth.services)) };
    expect(lackingServices(free, needed)).toEqual(['apigatewayv2']);
  });

  test('a service that is disabled or failed is lacking', async () => {
    const services = { ...communityHealth.services, sqs: 'disabled', events: 'error', scheduler: 'starting' };
    const { url } = await answering(200, JSON.stringify({ ...communityHealth, services }));
    expect(lackingServices(await findLocalStack(url), ['events', 'scheduler', 'sqs'])).toEqual(['events', 'sqs']);
  });

  test('a LocalStack without what CDK needs is refused with the names', async () => {
    const { cloudformation: _one, ssm: _other, ...services } = communityHealth.services;
    const { url } = await answering(200, JSON.stringify({ ...communityHealth, services }));
    const localStack = await findLocalStack(url);
    const text = `CDK cannot deploy into the LocalStack at ${url}, which lacks cloudformation, ssm`;
    expect(() => lackingServices(localStack, [])).toThrow(text);
  });

  test('an address where nothing listens is refused with the request that was tried', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const text = `No LocalStack listens at ${url}: GET ${url}/_localstack/health failed (ECONNREFUSED)`;
    await expect(findLocalStack(url)).rejects.toThrow(new NoLocalStack(text));
  });

  test.each([
    [404, '<h1>Not Found</h1>'],
    [200, '{"status":"ok"}'],
    [200, 'null'],
    [503, JSON.stringify(communityHealth)],
  ])('a server that answers %s %s is not a LocalStack', async (status, body) => {
    const { url } = await answering(status, body);
    const text = `What listens at ${url} is not a LocalStack: GET ${url}/_localstack/health answers ${status}: `;
    await expect(findLocalStack(url)).rejects.toThrow(new NoLocalStack(text + body.slice(0, 100)));
  });

  test.each(['', 'localhost:4566', 'ftp://localhost'])("'%s' is refused as an address", async (address) => {
    await expect(findLocalStack(address)).rejects.toThrow(`'${address}' is not the address of a LocalStack`);
  });
});
