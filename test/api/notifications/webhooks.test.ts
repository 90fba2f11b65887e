import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as deliver } from '#functions/scheduled/deliver.ts';
import type { CallInput } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { mostWebhooks } from '#shared/notifications/verbs/webhooks/webhooks.ts';
import { type FakeSender, fakeSender } from '#test/support/webhooks/fake-sender.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let counter = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const url = 'https://hooks.example.com/in?key=of-the-receiver';

/** An owner of a new project, and the receiver of its webhooks. */
async function owner(): Promise<{ olga: Caller; sender: FakeSender }> {
  counter += 1;
  const sender = fakeSender();
  world.stack.runtime.ports.webhooks = sender;
  return { olga: await world.register(`olga-${counter}`), sender };
}

const create = ({ api }: Caller, more: Partial<CallInput<Registry['createWebhook']>['body']> = {}) =>
  api.createWebhook({ body: { url, ...more } });

describe('webhooks over HTTP', () => {
  it('a secret is in the answer of its creation and in no other, nor in the audit, which has the host alone', async () => {
    const { olga } = await owner();
    const { secret, ...webhook } = await create(olga, { description: 'Our chat', kinds: ['run_failed', 'mention'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const params = { webhook_id: webhook.webhook_id };
    expect(await olga.api.getWebhook({ params })).toEqual(webhook);
    expect((await olga.api.listWebhooks()).webhooks).toEqual([webhook]);
    const changed = await olga.api.updateWebhook({ params, body: { active: false } });
    expect(changed).toMatchObject({ ...webhook, active: false, updated_at: expect.any(String) });
    const rotated = await olga.api.rotateWebhookSecret({ params });
    expect(rotated.secret).not.toBe(secret);
    const audit = await olga.api.listProjectAuditEntries({ params: { project_id: olga.projectId } });
    expect(audit.entries.map(({ action }) => action)).toEqual([
      'rotate-webhook-secret',
      'update-webhook',
      'create-webhook',
    ]);
    expect(audit.entries[0]).toMatchObject({
      resource: `webhook:${webhook.webhook_id}`,
      details: { host: 'hooks.example.com', active: false, kinds: ['run_failed', 'mention'] },
    });
    for (const hidden of [secret, rotated.secret, 'of-the-receiver'])
      expect(JSON.stringify(audit.entries)).not.toContain(hidden);
  });

  it('what happens in the project is sent, and the log says what came of it', async () => {
    const { olga, sender } = await owner();
    const { webhook_id } = await create(olga, { kinds: ['mention'] });
    await olga.api.createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
    const params = { chip_id: 'torino' };
    await olga.api.upsertChipNote({ params, body: { content: `@${olga.username} and @stranger` } });
    await world.stack.settle();
    sender.answer = () => ({ status: 503 });
    await world.stack.observe('deliver', deliver);
    const log = (query = {}) => olga.api.listWebhookDeliveries({ params: { webhook_id }, query });
    const [waiting] = (await log()).deliveries;
    expect(waiting).toMatchObject({ kind: 'mention', status: 'pending', attempts: 1, last_status: 503 });
    world.advance(61);
    sender.answer = () => ({ status: 200 });
    await world.stack.observe('deliver', deliver);
    const { deliveries, total } = await log({ status: 'delivered' });
    expect(total).toBe(1);
    expect(deliveries[0]).toMatchObject({ attempts: 2, last_status: 200, last_error: null, next_attempt_at: null });
    expect((await log({ status: 'dead' })).deliveries).toEqual([]);
    expect(JSON.parse(sender.sent[1]?.body ?? '')).toMatchObject({ kind: 'mention', project_id: olga.projectId });
    expect(sender.sent[1]?.body).toBe(sender.sent[0]?.body);
    const delivery_id = deliveries[0]?.delivery_id ?? '';
    await olga.api.replayWebhookDelivery({ params: { webhook_id, delivery_id } });
    await world.stack.observe('deliver', deliver);
    expect(sender.sent).toHaveLength(3);
    expect(sender.sent[2]?.headers['webhook-id']).toBe(sender.sent[0]?.headers['webhook-id']);
  });

  it('a test is sent at once and says what came of it, also to a webhook that is off', async () => {
    const { olga, sender } = await owner();
    const { webhook_id } = await create(olga, { active: false });
    const params = { webhook_id };
    expect(await olga.api.testWebhook({ params })).toEqual({ delivered: true, status: 204, error: null });
    expect(JSON.parse(sender.sent[0]?.body ?? '')).toMatchObject({ kind: 'test', source_id: webhook_id });
    sender.answer = () => ({ error: 'The connection failed: ECONNREFUSED' });
    expect(await olga.api.testWebhook({ params })).toEqual({
      ...{ delivered: false, status: null },
      error: 'The connection failed: ECONNREFUSED',
    });
    expect((await olga.api.listWebhookDeliveries({ params })).deliveries).toEqual([]);
  });

  it('an address that nothing is sent to is refused when it is saved and when it is changed, and changes nothing', async () => {
    const { olga, sender } = await owner();
    const { webhook_id } = await create(olga);
    const before = await world.scan();
    sender.problemWith = async () => 'leads to an address that is not of the public network';
    const problem = { path: 'body.url', message: 'leads to an address that is not of the public network' };
    const answer = { status: 400, detail: `Invalid request: body.url: ${problem.message}`, errors: [problem] };
    expect(await refusal(create(olga))).toEqual(answer);
    const changed = olga.api.updateWebhook({ params: { webhook_id }, body: { url: 'https://10.0.0.1/' } });
    expect(await refusal(changed)).toEqual(answer);
    expect(await world.scan()).toBe(before);
  });

  it('a webhook that is deleted is not found any more', async () => {
    const { olga } = await owner();
    const { webhook_id } = await create(olga);
    const params = { webhook_id };
    await olga.api.deleteWebhook({ params });
    const missing = refused(404, `Webhook '${webhook_id}' not found in project '${olga.projectId}'`);
    for (const call of [
      () => olga.api.getWebhook({ params }),
      () => olga.api.updateWebhook({ params, body: {} }),
      () => olga.api.deleteWebhook({ params }),
      () => olga.api.testWebhook({ params }),
      () => olga.api.rotateWebhookSecret({ params }),
      () => olga.api.listWebhookDeliveries({ params }),
    ])
      expect(await refusal(call())).toEqual(missing);
  });

  it('a project has at most twenty webhooks', async () => {
    const { olga } = await owner();
    for (let n = 0; n < mostWebhooks; n += 1) await create(olga);
    expect((await olga.api.listWebhooks()).webhooks).toHaveLength(mostWebhooks);
    expect(await refusal(create(olga))).toEqual(
      refused(409, `Project '${olga.projectId}' has 20 webhooks; delete one first`),
    );
  });

  it('an archive of a project has nothing of its webhooks', async () => {
    const { olga } = await owner();
    const { webhook_id, secret } = await create(olga);
    const archive = await olga.api.getProjectArchiveRecords({ params: { project_id: olga.projectId } });
    const lines = JSON.stringify(archive).replaceAll(`webhook:${webhook_id}`, '');
    expect(lines).not.toContain(webhook_id);
    expect(lines).not.toContain(secret);
  });
});
