import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, routeList } from '#shared/api/routes.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { beginningBody } from './support/project-archive.ts';
import { sampleFlow, sampleRequest } from './support/samples.ts';
import { seedWholeRun } from './support/task-results.ts';
import { type Answer, send } from './support/wire.ts';
import { startWorld, type World } from './support/world.ts';

/** A password that appears nowhere else; `#` and a quote show how it would be escaped. */
const password = 'canary-4f1c9b2e#"swordfish';
const givenPassword = 'canary-0be55a17#"haddock';
const nextPassword = 'canary-77d0aa31#"mackerel';
const secretOperations = new Set<OperationId>([
  ...(['login', 'registerUser', 'changePassword', 'createApiToken'] as const),
  ...(['createWebhook', 'rotateWebhookSecret'] as const),
]);

let world: World;
let logged = '';
const answers: { operationId: string; answer: Answer }[] = [];
const tokens = new Set<string>();
/** What events are signed with, which only they themselves keep in the table (rule AUTH-30). */
const webhookSecrets = new Set<string>();
const restore: (() => void)[] = [];

/** The logger writes to the process's streams; what it writes is kept instead. */
function captureOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    const keep = (chunk: unknown) => {
      logged += String(chunk);
      return true;
    };
    stream.write = keep as typeof stream.write;
    restore.push(() => {
      stream.write = write;
    });
  }
}

async function call(operationId: OperationId, request: Parameters<typeof send>[1]): Promise<Answer> {
  const answer = await send(world.stack.url, request);
  answers.push({ operationId, answer });
  for (const field of ['access_token', 'token']) if (answer.body[field]) tokens.add(String(answer.body[field]));
  if (answer.body.secret) webhookSecrets.add(String(answer.body.secret));
  return answer;
}

beforeAll(async () => {
  captureOutput();
  world = await startWorld({ config: { logLevel: 'DEBUG' } });
  world.stack.runtime.ports.orchestrator = fakeOrchestrator();
  tokens.add(world.admin.token);
  const json = { 'content-type': 'application/json' };
  const admin = { ...json, authorization: `Bearer ${world.admin.token}` };
  const post = (operationId: OperationId, path: string, headers: Record<string, string>, body: unknown) =>
    call(operationId, { method: 'POST', path, headers, body: JSON.stringify(body) });

  // The canary's own life: born, wrong and right logins, refused and accepted changes, repeats under a key.
  const keyed = { ...admin, 'idempotency-key': 'birth' };
  const born = { username: 'canary', password: givenPassword, display_name: 'C' };
  const registered = await post('registerUser', '/auth/register', keyed, born);
  await post('registerUser', '/auth/register', keyed, born);
  await post('registerUser', '/auth/register', admin, born);
  await post('registerUser', '/auth/register', admin, { ...born, username: 'NOT VALID', avatar_key: '!' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const given of [givenPassword, `${givenPassword}x`])
    await call('login', {
      method: 'POST',
      path: '/auth/login',
      headers: form,
      body: new URLSearchParams({ username: 'canary', password: given }).toString(),
    });
  const first = { ...json, authorization: `Bearer ${registered.body.access_token}` };
  const chosen = { current_password: givenPassword, new_password: password };
  const replaced = await post('changePassword', '/auth/change-password', first, chosen);
  const own = { ...json, authorization: `Bearer ${replaced.body.access_token}` };
  await post('createApiToken', '/auth/tokens', { ...own, 'idempotency-key': 'token' }, { name: 'script' });
  await post('createApiToken', '/auth/tokens', { ...own, 'idempotency-key': 'token' }, { name: 'script' });
  await post('createApiToken', '/auth/tokens', own, { name: 'script' });
  await post('changePassword', '/auth/change-password', own, {
    current_password: nextPassword,
    new_password: password,
  });
  await post('changePassword', '/auth/change-password', own, { current_password: password, new_password: 7 });
  const change = { current_password: password, new_password: nextPassword };
  const changed = await post('changePassword', '/auth/change-password', own, change);
  await post('getCurrentUser', '/auth/register', own, born);
  await post('resetPassword', '/auth/reset-password', admin, { username: 'nobody-here', new_password: password });

  const signer = { ...json, authorization: `Bearer ${changed.body.access_token}` };
  const hook = { url: 'https://hooks.example.com/fiducial' };
  const { body: webhook } = await post('createWebhook', '/webhooks', { ...signer, 'idempotency-key': 'hook' }, hook);
  await post('createWebhook', '/webhooks', { ...signer, 'idempotency-key': 'hook' }, hook);
  const rotation = `/webhooks/${webhook.webhook_id}/rotate-secret`;
  for (const _ of [1, 2])
    await call('rotateWebhookSecret', {
      method: 'POST',
      path: rotation,
      headers: { ...signer, 'idempotency-key': 'turn' },
    });

  // Every other operation once, as the canary, in a project with a chip and a cool-down.
  const token = String(changed.body.access_token);
  const { default_project_id: projectId } = registered.body as { default_project_id: string };
  const canary = world.client(token);
  await canary.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  for (const cryo_id of ['idle', 'fridge']) await canary.createCryostat({ body: { cryo_id } });
  const started_at = '2025-01-01T00:00:00Z';
  await canary.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge', started_at, ended_at: started_at } });
  await canary.saveFlow({ body: { name: 'sample_flow', chip_id: 'chip', code: sampleFlow } });
  const caller = { username: 'canary', password: nextPassword };
  const names = {
    projectId,
    chipId: 'chip',
    idleCryoId: 'idle',
    executionId: '20250101-000',
    flowRunId: '0b6d6b0e-6f6f-4b9a-9c36-000000000000',
    cryoId: 'fridge',
    cooldownId: 'cd-1',
    flowName: 'sample_flow',
    scheduleId: '0b6d6b0e-6f6f-4b9a-9c36-000000000001',
    qubitCommentId: 'none',
    couplingCommentId: 'none',
    notedTaskId: 'none',
    ...(await seedWholeRun(world.stack.runtime, { projectId, chipId: 'chip', username: 'canary' })),
    qubitSpectroscopyId: 'none',
    resonatorSpectroscopyId: 'none',
    archiveId: '0'.repeat(64),
    reviewRunId: `airv_${'0'.repeat(32)}`,
    exportId: '00000000-0000-4000-8000-000000000000',
    cancelledExportId: '00000000-0000-4000-8000-000000000000',
    archivedMonth: '202401',
    today: calendarDate(world.now().toISOString(), world.stack.runtime.config.calendarTimeZone),
    ...{
      postId: 'none',
      replyId: 'none',
      discussedTaskId: 'none',
      knowledgeId: 'none',
      imageName: 'none',
      otherIssueId: 'none',
      categoryKey: 'other',
    },
    caller,
    member: 'canary',
    outsider: 'admin',
    leaver: 'nobody-here',
    tokenId: 'none',
    notificationId: 'none',
    sessionId: 'none',
    webhookId: String(webhook.webhook_id),
    deliveryId: 'none',
    chatMessageId: 'none',
    emailCode: 'none',
    workerRunId: '0b6d6b0e-6f6f-4b9a-9c36-000000000001',
    auditId: '0b6d6b0e-6f6f-7b9a-9c36-000000000001',
    workerFence: 1,
    projectImport: {
      project_id: projectId,
      import_id: 'none',
      begun: beginningBody({ head: ['{}'], lines: [] }),
      line: '{}',
    },
    fresh: 'new',
  };
  // A user who leaves the project can do nothing in it afterwards.
  for (const { operationId } of routeList)
    if (!secretOperations.has(operationId) && operationId !== 'leaveProject')
      await call(operationId, sampleRequest(operationId, names, token));
  // A fault of the server is logged with its stack; what the request held must not be in it.
  const broken = mockClient(world.stack.runtime.db.client).rejects(new Error('broken'));
  await call('login', {
    method: 'POST',
    path: '/auth/login',
    headers: form,
    body: new URLSearchParams({ username: 'canary', password: nextPassword }).toString(),
  });
  await call('listChips', { method: 'GET', path: '/chips', headers: { authorization: `Bearer ${token}` } });
  broken.restore();
});
afterAll(async () => {
  for (const undo of restore) undo();
  await world.stop();
});

/** A secret as it is, and as JSON or a form would write it. */
const spellings = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  new URLSearchParams({ '': secret }).toString().slice(1),
];

describe('a secret', () => {
  it('secrets were really used: passwords were accepted, tokens were issued, faults were logged', () => {
    const statuses = answers.map(({ operationId, answer }) => `${operationId} ${answer.status}`);
    expect(statuses).toEqual(
      expect.arrayContaining([
        'registerUser 201',
        'login 200',
        'login 401',
        'createApiToken 201',
        'changePassword 200',
      ]),
    );
    expect(statuses).toEqual(expect.arrayContaining(['login 500', 'listChips 500', 'createChip 201']));
    expect(tokens.size).toBeGreaterThanOrEqual(5);
    expect(logged).toContain('request failed');
    expect(logged).toContain('"operation":"login"');
  });

  it('a password is in no answer', () => {
    for (const { operationId, answer } of answers)
      for (const text of [givenPassword, password, nextPassword].flatMap(spellings))
        expect(`${JSON.stringify(answer.headers)}${answer.text}`.includes(text), operationId).toBe(false);
  });

  it('a token, and what events are signed with, is in no answer but the one that issues it', () => {
    expect(webhookSecrets.size).toBeGreaterThanOrEqual(2);
    for (const token of [...tokens, ...webhookSecrets]) {
      const holders = answers.filter(({ answer }) => `${JSON.stringify(answer.headers)}${answer.text}`.includes(token));
      expect(holders.length).toBe(token === world.admin.token ? 0 : 1);
      for (const { operationId } of holders) expect(secretOperations).toContain(operationId);
    }
  });

  it('a secret is in no log line, whatever went wrong', () => {
    for (const secret of [givenPassword, password, nextPassword, ...tokens, ...webhookSecrets])
      for (const text of spellings(secret)) expect(logged.includes(text)).toBe(false);
  });

  it('what events are signed with is in no item of the table but its own', async () => {
    const others = (await world.scan()).split('\n').filter((line) => !line.includes('["entity","webhook-secrets"]'));
    for (const secret of webhookSecrets)
      for (const text of spellings(secret)) expect(others.some((line) => line.includes(text))).toBe(false);
  });

  it('a secret is in no item of the table, not even hashed without a salt', async () => {
    const table = await world.scan();
    for (const secret of [givenPassword, password, nextPassword, ...tokens])
      for (const text of spellings(secret)) expect(table.includes(text)).toBe(false);
  });
});
