import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpsSender } from '#shared/notifications/webhooks/https-sender.ts';
import { makeCertificate, receiverName } from '#test/support/webhooks/certificate.ts';

/** What resolves every name to the given addresses. */
const resolvingTo = (...addresses: string[]) => httpsSender({ resolve: async () => addresses });

/** Addresses at which a private network hides, or what would lead past a check of texts. */
const tricks: readonly string[] = [
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/',
  'hooks.example.com',
  '//hooks.example.com',
  'https://',
  'https://user:password@hooks.example.com/',
  'https://hooks.example.com@127.0.0.1/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST:8443/',
  'https://a.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0x0.0x0.0x1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0/',
  'https://0.0.0.0/',
  'https://１２７.０.０.１/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[fec0::1]/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:80/',
  `https://hooks.example.com/${'x'.repeat(2000)}`,
];

/** Addresses to which a name of the public network may lead by its resolver. */
const hiding = [
  ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.20.0.1', '192.168.0.1', '169.254.169.254', '100.100.100.200'],
  ...['::1', '::ffff:10.0.0.1', 'fd00:ec2::254', 'fe80::1', '64:ff9b::a9fe:a9fe', '2002:a00:1::', '::', 'nonsense'],
];

describe('what nothing is sent to', () => {
  it.each(tricks)('%s is refused, when it is saved and when it is sent to', async (url) => {
    const sender = resolvingTo('93.184.215.14');
    expect(await sender.problemWith(url)).toEqual(expect.any(String));
    expect(await sender.send({ url, headers: {}, body: '' })).toEqual({
      error: expect.stringContaining('The address'),
    });
  });

  it.each(hiding)('a public name that leads to %s is refused, also alongside a public address', async (address) => {
    for (const addresses of [[address], ['93.184.215.14', address], [address, '93.184.215.14']]) {
      const sender = resolvingTo(...addresses);
      expect(await sender.problemWith('https://hooks.example.com/')).toContain('not of the public network');
      const outcome = await sender.send({ url: 'https://hooks.example.com/', headers: {}, body: '' });
      expect(outcome).toEqual({ error: expect.stringContaining('not of the public network') });
    }
  });

  it('a name without an address, or one that cannot be asked for, is refused', async () => {
    const failing = httpsSender({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    for (const sender of [resolvingTo(), failing])
      expect(await sender.problemWith('https://nowhere.example.com/')).toContain('has no address');
  });

  it.each(['https://hooks.example.com/x?y=1', 'https://93.184.215.14/', 'https://[2606:2800:21f::1]:8443/'])(
    '%s may be sent to',
    async (url) => {
      expect(await resolvingTo('93.184.215.14', '2606:2800:21f::1').problemWith(url)).toBeUndefined();
    },
  );
});

describe('what is sent', () => {
  const { key, cert } = makeCertificate();
  const requests: { url: string | undefined; headers: Record<string, unknown>; body: string }[] = [];
  let answer: { status: number; headers?: Record<string, string> } | 'hang-up' | (() => void) = { status: 204 };
  let server: ReturnType<typeof createServer>;
  let url = '';

  beforeAll(async () => {
    server = createServer({ key, cert }, async (request, response) => {
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += part;
      requests.push({ url: request.url, headers: request.headers, body });
      if (answer === 'hang-up') request.socket.destroy();
      else if (typeof answer === 'function') answer();
      else response.writeHead(answer.status, answer.headers).end('a long secret answer'.repeat(100_000));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `https://${receiverName}:${(server.address() as AddressInfo).port}/in?a=b`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  const own = (more: Parameters<typeof httpsSender>[0] = {}) =>
    httpsSender({
      resolve: async () => ['127.0.0.1'],
      allows: (address) => address === '127.0.0.1',
      ca: cert,
      ...more,
    });
  const send = (sender = own()) => sender.send({ url, headers: { 'webhook-id': 'e' }, body: '{"ä":1}' });

  it('a body and its headers arrive as they are, under the name of the receiver', async () => {
    requests.length = 0;
    answer = { status: 204 };
    expect(await send()).toEqual({ status: 204 });
    expect(requests).toEqual([
      {
        url: '/in?a=b',
        headers: expect.objectContaining({ 'webhook-id': 'e', host: new URL(url).host }),
        body: '{"ä":1}',
      },
    ]);
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    requests.length = 0;
    answer = { status, headers: { location: 'https://169.254.169.254/latest/meta-data/' } };
    expect(await send()).toEqual({ status });
    expect(requests).toHaveLength(1);
  });

  it('a name that resolves to another address a moment later is connected to where it was checked', async () => {
    const asked: string[][] = [];
    const rebinding = own({
      resolve: async () => {
        const addresses = asked.length === 0 ? ['127.0.0.1'] : ['10.0.0.1'];
        asked.push(addresses);
        return addresses;
      },
    });
    answer = { status: 200 };
    expect(await send(rebinding)).toEqual({ status: 200 });
    expect(asked).toHaveLength(1);
    expect(await send(rebinding)).toEqual({ error: expect.stringContaining('not of the public network') });
  });

  it('a certificate of another name, or of no one, is not believed, and the reason says nothing of the receiver', async () => {
    const other = url.replace('hooks.example.com', 'other.example.com');
    expect(await own().send({ url: other, headers: {}, body: '' })).toEqual({
      error: 'The connection failed: ERR_TLS_CERT_ALTNAME_INVALID',
    });
    const { ca: _ca, ...without } = { ca: '', resolve: async () => ['127.0.0.1'], allows: () => true };
    expect(await httpsSender(without).send({ url, headers: {}, body: '' })).toEqual({
      error: expect.stringMatching(/^The connection failed: [A-Z_]+$/),
    });
  });

  it('a name that no one resolves in time, and a receiver that says nothing, are given up', async () => {
    const over = new AbortController();
    const untold = own({
      deadline: () => over.signal,
      resolve: async () => {
        over.abort(new DOMException('', 'TimeoutError'));
        return new Promise<never>(() => {});
      },
    });
    expect(await send(untold)).toEqual({ error: expect.stringContaining('has no address') });
    const silent = new AbortController();
    answer = () => silent.abort(new DOMException('', 'TimeoutError'));
    expect(await send(own({ deadline: () => silent.signal }))).toEqual({ error: 'No answer within 10 seconds' });
  });

  it('a receiver that hangs up is told by its code', async () => {
    answer = 'hang-up';
    expect(await send()).toEqual({ error: 'The connection failed: ECONNRESET' });
  });
});
