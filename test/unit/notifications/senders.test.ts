import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailFolder } from '#shared/notifications/email/mail-folder.ts';
import { sesSender } from '#shared/notifications/email/ses.ts';

const message = { id: 'abc', to: 'ada@example.com', subject: 'Fiducial: Run 1 failed', text: 'No signal\n' };

describe('e-mails by Amazon SES', () => {
  const calls: { url: string; init: RequestInit }[] = [];
  const answering = (answer: () => Response | Promise<Response>) => {
    calls.length = 0;
    return sesSender({
      from: 'fiducial@example.com',
      region: async () => 'eu-central-1',
      credentials: async () => ({ accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' }),
      clock: () => new Date('2025-03-01T12:00:00.000Z'),
      fetch: async (url, init = {}) => {
        calls.push({ url: String(url), init });
        return answer();
      },
    });
  };

  it('a message is one request, signed for SES of the region', async () => {
    expect(await answering(() => new Response('{"MessageId":"1"}')).send(message)).toEqual({ taken: true });
    const [call] = calls;
    expect(call?.url).toBe('https://email.eu-central-1.amazonaws.com/v2/email/outbound-emails');
    const headers = call?.init.headers as Record<string, string>;
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/20250301\/eu-central-1\/ses\/aws4_request,/,
    );
    expect(headers).toMatchObject({ 'x-amz-security-token': 'token', 'x-amz-date': '20250301T120000Z' });
    expect(JSON.parse(String(call?.init.body))).toMatchObject({
      FromEmailAddress: 'fiducial@example.com',
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: { Simple: { Subject: { Data: message.subject }, Body: { Text: { Data: message.text } } } },
    });
  });

  it('a refusal says why, without the address', async () => {
    const refusal = '{"message":"Email address is not verified: ada@example.com, fiducial@example.com"}';
    expect(await answering(() => new Response(refusal, { status: 400 })).send(message)).toEqual({
      error: 'Amazon SES answered 400: Email address is not verified: <address>, <address>',
    });
    expect(await answering(() => new Response('<html>', { status: 503 })).send(message)).toEqual({
      error: 'Amazon SES answered 503',
    });
  });

  it('a request that is not answered is an error, and no fault of the others', async () => {
    const late = answering(() => Promise.reject(new DOMException('late', 'TimeoutError')));
    expect(await late.send(message)).toEqual({ error: 'No answer within 10 seconds' });
    const broken = answering(() => Promise.reject(new TypeError('fetch failed')));
    expect(await broken.send(message)).toEqual({ error: 'The connection to Amazon SES failed' });
  });
});

it('a service that takes the connection of an e-mail and never answers is given up when its time is over', async () => {
  const time = new AbortController();
  const silent = createServer(() => time.abort(new DOMException('The time is over', 'TimeoutError')));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const sender = sesSender({
    from: 'fiducial@example.com',
    region: async () => 'eu-central-1',
    credentials: async () => ({ accessKeyId: 'AKID', secretAccessKey: 'secret' }),
    deadline: () => time.signal,
    fetch: (_url, { headers: _signed, ...init } = {}) => fetch(`http://127.0.0.1:${port}`, init),
  });
  expect(await sender.send(message)).toEqual({ error: 'No answer within 10 seconds' });
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

describe('e-mails in a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fiducial-mail-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = async (id: string) => readFile(join(folder, 'emails', `${id}.eml`), 'utf8');
  const sender = () =>
    mailFolder(join(folder, 'emails'), 'fiducial@example.com', () => new Date('2025-03-01T12:00:00Z'));

  it('a message is a file that a mail program reads, and one that is sent again is the same file', async () => {
    for (let n = 0; n < 2; n += 1) expect(await sender().send(message)).toEqual({ taken: true });
    expect(await readdir(join(folder, 'emails'))).toEqual(['abc.eml']);
    expect((await stat(join(folder, 'emails', 'abc.eml'))).mode & 0o777).toBe(0o600);
    const [head = '', body = ''] = (await read('abc')).split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual([
      'Date: Sat, 01 Mar 2025 12:00:00 +0000',
      'From: fiducial@example.com',
      'To: ada@example.com',
      'Message-ID: <abc@example.com>',
      'Subject: Fiducial: Run 1 failed',
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
    ]);
    expect(Buffer.from(body, 'base64').toString()).toBe('No signal\r\n');
  });

  it('a text of any script is written in ASCII, in lines that no server cuts', async () => {
    const subject = `Fiducial: ${'量子ビットのT1が低下 '.repeat(6)}😀`;
    await sender().send({ ...message, id: 'cjk', subject, text: 'ä'.repeat(2000) });
    const raw = await read('cjk');
    expect(Buffer.byteLength(raw)).toBe(raw.length);
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(90);
    const words = [...raw.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)].map(([word]) => word);
    expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(75);
    expect(words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString()).join('')).toBe(subject);
  });

  it('a folder that cannot be written is said, and thrown at no one', async () => {
    const blocked = mailFolder(join(folder, 'emails', 'abc.eml'), 'fiducial@example.com', () => new Date());
    expect(await blocked.send(message)).toEqual({ error: expect.stringContaining('cannot be written') });
  });
});
