import { createHmac } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { makeCertificate } from '#test/support/webhooks/certificate.ts';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { expectPresentable, openAsMember, type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

describe.skipIf(missing)(`webhooks in a browser${missing && ` (skipped: ${missing})`}`, () => {
  const received: Received[] = [];
  let answer = 204;
  let receiver: Server;
  let address: string;
  let folder: string;
  let session: Session;
  let page: Page;
  let projectPage: string;
  let webhookPage: string;

  beforeAll(async () => {
    folder = await makeScratch('fiducial-e2e-webhooks-');
    const { key, cert } = makeCertificate();
    const certificate = join(folder, 'receiver.pem');
    writeFileSync(certificate, cert);
    receiver = createServer({ key, cert }, async (request, response) => {
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += part;
      received.push({ headers: request.headers, body });
      response.writeHead(answer).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
    // The laboratory's own network, with certificates of its own.
    session = await startOwnSession(undefined, { WEBHOOK_NETWORKS: '127.0.0.1', NODE_EXTRA_CA_CERTS: certificate });
    ({ page } = session);
    const { api } = session.service;
    const { default_project_id } = await api.getCurrentUser();
    projectPage = `/projects/${default_project_id}`;
    await api.createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
  });

  afterAll(async () => {
    await session?.stop();
    await new Promise((resolve) => receiver?.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const dialog = () => page.getByRole('dialog');
  const deliveries = () => page.getByRole('region', { name: 'Deliveries' }).getByRole('row');
  let secret = '';
  const shownSecret = async (): Promise<string> => {
    await dialog().getByText('Copy the secret now').waitFor();
    return (await dialog().locator('code').innerText()).trim();
  };

  /** Under which of these secrets a request is signed. */
  const signers = ({ headers, body }: Received, secrets: readonly string[]): string[] => {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const given = String(headers['webhook-signature']).split(' ');
    return secrets.filter((one) => {
      const key = Buffer.from(one.replace('whsec_', ''), 'base64');
      return given.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    });
  };

  it('the owner of a project adds a webhook, and sees its secret this once', async () => {
    await page.goto(projectPage);
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('Address').fill('https://10.1.2.3/in');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await dialog().getByRole('alert').getByText('not of the public network').first().waitFor();
    await page.getByLabel('Address').fill(address);
    await page.getByLabel('Description').fill('Our chat');
    await page.getByLabel('A discussion began').uncheck();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Add' }).click();
    secret = await shownSecret();
    expect(secret).toMatch(/^whsec_/);
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: address }).click();
    await page.getByRole('heading', { name: 'Webhook to 127.0.0.1' }).waitFor();
    webhookPage = pathOf(page);
    await page.getByText('all events but: a discussion began').waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('a test says at once what the receiver answered', async () => {
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver took the test, and answered 204.').waitFor();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ kind: 'test' });
    answer = 503;
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test was not taken: the receiver answered 503, not 2xx.').waitFor();
  });

  it('an event is in the log with what came of it, and is sent again under its id when the owner asks', async () => {
    received.length = 0;
    const { api } = session.service;
    await api.upsertChipNote({
      params: { chip_id: 'torino' },
      body: { content: '@admin the fridge is warm' },
    });
    await deliveries().filter({ hasText: 'The receiver answered 503' }).waitFor({ timeout: 300_000 });
    await expectAccessible(page);
    answer = 204;
    await page.getByRole('button', { name: /^Send again: A user was mentioned/ }).click();
    await deliveries().filter({ hasText: 'delivered' }).waitFor({ timeout: 300_000 });
    expect(received).toHaveLength(2);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    for (const one of received) expect(signers(one, [secret])).toEqual([secret]);
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      title: 'admin mentioned admin in a note on torino',
    });
    await page.getByLabel('Status').selectOption('dead');
    await page.getByText('Nothing of that.').waitFor();
    await page.getByLabel('Status').selectOption('');
  });

  it('a new secret is shown once, and both sign', async () => {
    await page.getByRole('button', { name: 'Actions of the webhook' }).click();
    await page.getByRole('menuitem', { name: 'New secret…' }).click();
    await dialog().getByRole('button', { name: 'Make a new secret' }).click();
    const next = await shownSecret();
    expect(next).not.toBe(secret);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver took the test').waitFor();
    const last = received.at(-1);
    expect(last && signers(last, [secret, next])).toEqual([secret, next]);
  });

  it('the page of a webhook can be read by everybody, wide and narrow, light and dark', async () => {
    await expectPresentable(page, [
      ['webhook', webhookPage, (one) => one.getByRole('region', { name: 'Deliveries' })],
      ['project-webhooks', projectPage, (one) => one.getByRole('link', { name: address })],
    ]);
  });

  it('an editor sees no webhooks, nor the page of one', async () => {
    const { page: other } = await openAsMember(session, 'editor');
    await other.goto(projectPage);
    await other.getByRole('region', { name: 'Members' }).waitFor();
    expect(await other.getByText('Webhooks').count()).toBe(0);
    await other.goto(webhookPage);
    await other.getByRole('alert').waitFor();
    expect(await other.content()).not.toContain(address);
  });

  it('a webhook is changed and deleted', async () => {
    await page.goto(webhookPage);
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog().getByLabel('Send events to it').uncheck();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('off: nothing is sent to it').waitFor();
    await page.getByRole('button', { name: 'Actions of the webhook' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect(pathOf(page)).toBe(projectPage);
  });
});
