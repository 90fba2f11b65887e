import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#local/ports.ts';
import { projectRoot } from '#scripts/tools/project-root.ts';
import { httpsSender } from '#shared/notifications/webhooks/https-sender.ts';
import { newWebhookSecret, signedHeaders } from '#shared/notifications/webhooks/signature.ts';
import { makeCertificate, receiverName } from '#test/support/webhooks/certificate.ts';

const receivers = [
  ['TypeScript', process.execPath, 'receiver.ts'],
  ['Python', 'python3', 'receiver.py'],
] as const;

describe.each(receivers)('the sample receiver in %s', (language, command, file) => {
  const secret = newWebhookSecret();
  const { key, cert } = makeCertificate();
  let receiver: ChildProcess;
  let printed = '';
  let proxy: ReturnType<typeof createServer>;
  let url = '';

  beforeAll(async () => {
    const port = await freePort();
    receiver = spawn(command, [join(projectRoot, 'examples/webhook-receiver', file)], {
      env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    receiver.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    if (receiver.stdout) await once(receiver.stdout, 'data');
    // What speaks HTTPS to the world before it.
    proxy = createServer({ key, cert }, (request, response) => {
      const { method, url: path, headers } = request;
      const passed = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0);
        answer.pipe(response);
      });
      request.pipe(passed);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    url = `https://${receiverName}:${(proxy.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    receiver?.kill();
    await new Promise((resolve) => proxy?.close(resolve));
  });

  const sender = httpsSender({ resolve: async () => ['127.0.0.1'], allows: () => true, ca: cert });
  const event = { id: 'event-1', kind: 'run_failed', title: 'Run 1 on 鳥の failed', url: '/execution/1' };
  const body = JSON.stringify(event);
  const now = () => Math.floor(Date.now() / 1000);
  const send = (secrets: string[], timestamp = now(), sent = body) =>
    sender.send({ url, headers: signedHeaders({ id: event.id, timestamp, body }, secrets), body: sent });

  it(`the sample receiver in ${language} takes what is delivered to it, once, also while a secret is being changed`, async () => {
    expect(await send([secret])).toEqual({ status: 204 });
    expect(await send([newWebhookSecret(), secret])).toEqual({ status: 204 });
    await expect.poll(() => printed).toContain(`run_failed: ${event.title} /execution/1`);
    expect(printed.match(/run_failed/g)).toHaveLength(1);
  });

  it(`the sample receiver in ${language} refuses what is not signed by the secret, was changed, or is old`, async () => {
    expect(await send([newWebhookSecret()])).toEqual({ status: 401 });
    expect(await send([secret], now(), body.replace('failed', 'passed'))).toEqual({ status: 401 });
    for (const seconds of [-400, 400]) expect(await send([secret], now() + seconds)).toEqual({ status: 401 });
    expect(await sender.send({ url, headers: {}, body })).toEqual({ status: 401 });
  });
});
