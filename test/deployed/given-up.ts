/*
 * `npm run deploy:local` runs it at the deployed address: a consumer of the table's stream and a function that makes files fail,
 * so that what they were to do is in their dead-letter queues; then they are repaired, `npm run replay` does it once more,
 * and all that is derived is there, once. It fails with what was not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { askJson, awsSender } from '#scripts/operations/lib/aws-requests.ts';
import { type Client, createClient } from '#shared/api/client.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';
import { registerWithPassword } from '#test/support/people/register.ts';

const {
  AWS_REGION: region = '',
  FIDUCIAL_URL: baseUrl = '',
  SECRET_ID = '',
  BUCKET_NAME: bucketName = '',
} = process.env;
const send = awsSender();
const mentions = 3;
/** What the emulator tries once more, and an hour's patience made a second, take some seconds. */
const patienceSeconds = 90;

/** A function by a part of its name, with what it is called when it is well. */
interface DeployedFunction {
  name: string;
  handler: string;
}

async function lambda<T>(method: 'GET' | 'PUT', path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await send({
    ...{ service: 'lambda', region, method, path, headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (status >= 300) throw new Error(`${method} ${path} answers ${status}: ${text}`);
  return JSON.parse(text) as T;
}

async function functionWith(part: string): Promise<DeployedFunction> {
  const { Functions } = await lambda<{ Functions: { FunctionName: string; Handler: string }[] }>(
    'GET',
    '/2015-03-31/functions',
  );
  const found = Functions.find(({ FunctionName }) => FunctionName.includes(part));
  if (!found) throw new Error(`No function has '${part}' in its name`);
  return { name: found.FunctionName, handler: found.Handler };
}

const setHandler = (name: string, Handler: string) =>
  lambda('PUT', `/2015-03-31/functions/${name}/configuration`, { Handler });

/** How old a record may be before the consumer's function gives it up. @returns what it was. */
async function setRecordAge(functionName: string, MaximumRecordAgeInSeconds: number): Promise<number> {
  const path = '/2015-03-31/event-source-mappings';
  const query = { FunctionName: functionName };
  const { text } = await send({ service: 'lambda', region, method: 'GET', path, query });
  const [mapping] = (JSON.parse(text) as { EventSourceMappings: { UUID: string; MaximumRecordAgeInSeconds: number }[] })
    .EventSourceMappings;
  await lambda('PUT', `${path}/${mapping?.UUID}`, { MaximumRecordAgeInSeconds });
  return mapping?.MaximumRecordAgeInSeconds ?? 0;
}

/** Messages of the dead-letter queue of a function that no one has taken. */
async function messagesOf(part: string): Promise<number> {
  const sqs = (operation: string) => ({ service: 'sqs', region, operation: `AmazonSQS.${operation}` });
  const { QueueUrls = [] } = await askJson<{ QueueUrls?: string[] }>(send, sqs('ListQueues'), { MaxResults: 1000 });
  const QueueUrl = QueueUrls.find((url) => url.includes(part) && url.includes('DeadLetters'));
  if (!QueueUrl) throw new Error(`No dead-letter queue has '${part}' in its name`);
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];
  const { Attributes } = await askJson<{ Attributes: Record<string, string> }>(send, sqs('GetQueueAttributes'), {
    ...{ QueueUrl, AttributeNames },
  });
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}

/** Waits until something holds. @throws Error that says what did not. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceSeconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not after ${patienceSeconds} s: ${what}`);
    await sleep(500);
  }
}

/**
 * Hands a function the event of an object, without waiting. EventBridge does so on AWS; the emulator's calls the function once and
 * forgets that it failed.
 */
async function tellOfObject(functionName: string, key: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-amz-invocation-type': 'Event' };
  const path = `/2015-03-31/functions/${functionName}/invocations`;
  const body = JSON.stringify({
    ...{ source: 'aws.s3', 'detail-type': 'Object Created' },
    detail: { bucket: { name: bucketName }, object: { key } },
  });
  const { status, text } = await send({ service: 'lambda', region, path, headers, body });
  if (status >= 300) throw new Error(`${path} answers ${status}: ${text}`);
}

async function replay(): Promise<number> {
  const child = spawn('node', ['scripts/operations/replay.ts', '--environment', 'local'], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return Number(code);
}

/** A user who mentions, and a user who is mentioned, in a project of theirs. */
async function twoPeople(): Promise<{ writer: Client; reader: Client; username: string; project_id: string }> {
  const password = await secretsManagerSource(SECRET_ID).adminPassword();
  const { access_token } = await createClient({ baseUrl }).login({ body: { username: 'admin', password } });
  const admin = createClient({ baseUrl, token: () => access_token });
  const username = `reader-${Date.now()}`;
  const anywhere = (token: string) => createClient({ baseUrl, token: () => token });
  const user = await registerWithPassword(admin, anywhere, { username, password: 'swordfish and chips' });
  const { project_id } = await admin.createProject({ body: { name: `given up ${Date.now()}` } });
  const as = (token: string) => createClient({ baseUrl, token: () => token, projectId: () => project_id });
  await admin.inviteProjectMember({ params: { project_id }, body: { username, role: 'editor' } });
  await as(user.access_token).acceptProjectInvitation({ params: { project_id, username } });
  return { writer: as(access_token), reader: as(user.access_token), username, project_id };
}

async function main(): Promise<void> {
  const { writer, reader, username, project_id } = await twoPeople();
  await writer.createChip({ body: { chip_id: 'given-up', topology_id: 'linear-4' } });
  await writer.updateCalibrationParameters({
    body: { chip_id: 'given-up', qid: '0', parameters: { t1: { value: 42, unit: 'us' } }, reason: 'measured' },
  });
  const mentionsSeen = async () =>
    (await reader.listNotifications({ query: {} })).notifications.filter(({ kind }) => kind === 'mention').length;
  // What was written before has reached the consumer.
  await until(
    'the invitation is in the inbox',
    async () => (await reader.listNotifications({ query: {} })).notifications.length > 0,
  );

  const [consumer, maker] = [await functionWith('streamproject'), await functionWith('MakeExport')];
  const age = await setRecordAge(consumer.name, 1);
  let export_id = '';
  try {
    for (const { name } of [consumer, maker]) await setHandler(name, 'index.missing');
    for (let qid = 0; qid < mentions; qid += 1)
      await writer.upsertQubitNote({
        params: { chip_id: 'given-up', qid: String(qid) },
        body: { content: `@${username} T1 is low here` },
      });
    ({ export_id } = await writer.createExport({ body: { kind: 'samples', format: 'csv', chip_id: 'given-up' } }));
    await tellOfObject(maker.name, `downloads/${project_id}/${export_id}.export.json`);
    await until('what the consumer failed on is a dead letter', async () => (await messagesOf('streamproject')) > 0);
    await until('the request for an export is a dead letter', async () => (await messagesOf('Makers')) > 0);
    const { status } = await writer.getExport({ params: { export_id } });
    const seen = await mentionsSeen();
    if (seen > 0 || status === 'ready') throw new Error(`none has failed: ${seen} mentions, the export is ${status}`);
  } finally {
    for (const { name, handler } of [consumer, maker]) await setHandler(name, handler);
    await setRecordAge(consumer.name, age);
  }
  const code = await replay();
  if (code !== 0) throw new Error(`npm run replay ends with ${code}`);
  await until('every mention is in the inbox', async () => (await mentionsSeen()) >= mentions);
  await until(
    'the export is ready',
    async () => (await writer.getExport({ params: { export_id } })).status === 'ready',
  );
  const [seen, left] = [await mentionsSeen(), (await messagesOf('streamproject')) + (await messagesOf('Makers'))];
  if (seen !== mentions || left !== 0) throw new Error(`${seen} mentions of ${mentions}, ${left} messages are left`);
}

await main().catch((error: unknown) => {
  console.log(`FAILED ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
