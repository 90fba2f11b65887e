import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient, paginateScan, QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Client, createClient } from '#shared/api/client.ts';
import { type Cdk, emulatorVariables, type Variables } from './cdk.ts';
import { emulatorAccount, emulatorRegion } from './ministack.ts';

/** The app of the second deployment, which says what is new. */
const secondApp = 'node test/deployed/second-app.ts';
const newIndex = 'gsi5';
const chipId = 'kept';
const warmRequests = 30;
/** Items that a consumer recreates when the stream is delivered again, as after the deployment of a new function, and what requests use. */
const derived = /\["entity",\{"S":"(roll-up|target-day|limit-bucket|meter)"\}\]/;

/** The first deployment. */
export interface FirstDeployment {
  /** URL of the emulator's AWS services. */
  endpoint: string;
  /** URL of the API. */
  url: string;
  outputs: Variables;
}

/** One requirement, and whether it holds. */
export interface Check {
  name: string;
  ok: boolean;
}

/**
 * Deploys another version over the first one while it has data. Nothing may be lost, a new index must contain the
 * existing items, an operation moves to another function, and a new route answers. Prints the duration of a cold and a
 * warm request next to those of a minimal function. With `isThereAndBack` the first version is then deployed again.
 */
export async function checkSecondDeployment(
  cdk: Cdk,
  first: FirstDeployment,
  { isThereAndBack = false } = {},
): Promise<Check[]> {
  const clients = { endpoint: first.endpoint, region: emulatorRegion, credentials };
  const database = new DynamoDBClient(clients);
  const tableName = first.outputs.TableName ?? '';
  const secret = await new SecretsManagerClient(clients).send(
    new GetSecretValueCommand({ SecretId: first.outputs.ServiceSecretArn ?? '' }),
  );
  const { adminPassword } = JSON.parse(secret.SecretString ?? '{}') as { adminPassword: string };
  const password = { username: 'admin', password: adminPassword };
  const { access_token } = await createClient({ baseUrl: first.url }).login({ body: password });
  const api = createClient({ baseUrl: first.url, token: () => access_token });
  await api.createChip({ body: { chip_id: chipId, size: 16 } });
  const bareBefore = await fetch(`${first.url}/bare`);
  const before = await restingItems(database, tableName);

  const outputs = await cdk.deploy(secondApp);

  const cold = {
    bare: await timed(`${first.url}/bare`),
    service: await timed(`${first.url}/chips`, access_token),
  };
  const warm = await medians({
    bare: () => timed(`${first.url}/bare`),
    service: () => timed(`${first.url}/chips`, access_token),
  });
  report(cold, warm);
  const after = await everyItem(database, tableName);
  const { Table: table } = await database.send(new DescribeTableCommand({ TableName: tableName }));
  const inIndex = await database.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: newIndex,
      KeyConditionExpression: 'entity = :chip',
      ExpressionAttributeValues: { ':chip': { S: 'chip' } },
    }),
  );
  const listed = await api.listChips({ query: {} });
  const back = isThereAndBack ? await checkWayBack(cdk, first, api, before) : [];
  const changed = before.filter((item) => !derived.test(item) && !after.includes(item));
  for (const item of changed) console.log(`Lost or changed: ${item.slice(0, 400)}`);
  return [
    { name: 'the address of the API stays', ok: outputs.ApiId === first.outputs.ApiId },
    { name: 'no item is lost or changed', ok: before.length > 0 && changed.length === 0 },
    { name: 'a login of before is still one', ok: (await api.getChip({ params: { chip_id: chipId } })).size === 16 },
    { name: 'an operation in a function of its own answers', ok: listed.chips.some((chip) => chip.chip_id === chipId) },
    { name: 'a new route answers, which did not before', ok: bareBefore.status === 404 && cold.bare.status === 200 },
    {
      name: 'a new index is there',
      ok: table?.GlobalSecondaryIndexes?.some((index) => index.IndexName === newIndex) === true,
    },
    {
      name: 'and holds what was written before it',
      ok: (inIndex.Items ?? []).some((item) => item.chipId?.S === chipId),
    },
    ...back,
  ];
}

/** Deploys the first version over the other one: all items remain, and the new resources are gone. */
async function checkWayBack(
  cdk: Cdk,
  first: FirstDeployment,
  api: Client,
  before: readonly string[],
): Promise<Check[]> {
  await api.createChip({ body: { chip_id: `${chipId}-later`, size: 16 } });
  const outputs = await cdk.deploy();
  const database = new DynamoDBClient({ endpoint: first.endpoint, region: emulatorRegion, credentials });
  const after = new Set(await everyItem(database, first.outputs.TableName ?? ''));
  const bare = await fetch(`${first.url}/bare`);
  const chips = (await api.listChips({ query: {} })).chips.map((chip) => chip.chip_id);
  return [
    { name: 'back at the first version, the address stays', ok: outputs.ApiId === first.outputs.ApiId },
    {
      name: 'no item is lost or changed on the way back',
      ok: before.every((item) => derived.test(item) || after.has(item)),
    },
    {
      name: 'what the other version wrote is read by the first',
      ok: [chipId, `${chipId}-later`].every((id) => chips.includes(id)),
    },
    { name: 'the route of the other version is gone', ok: bare.status === 404 },
  ];
}

const { AWS_ACCESS_KEY_ID: accessKeyId = emulatorAccount, AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } =
  emulatorVariables('');
const credentials = { accessKeyId, secretAccessKey };

/** Returns every item as text. */
async function everyItem(client: DynamoDBClient, tableName: string): Promise<string[]> {
  const items: string[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName }))
    for (const item of page.Items ?? [])
      items.push(JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))));
  return items;
}

/** Returns every item, once the stream consumers have finished. */
async function restingItems(database: DynamoDBClient, tableName: string): Promise<string[]> {
  let items = await everyItem(database, tableName);
  for (let attempt = 1; attempt <= 15; attempt += 1) {
    await sleep(3000);
    const now = await everyItem(database, tableName);
    if (now.join() === items.join()) break;
    items = now;
  }
  return items;
}

interface Timed {
  milliseconds: number;
  status: number;
}

/** A pair of values: for a handler of the service, and for a minimal one. */
type Pair = Record<'bare' | 'service', Timed>;

async function timed(url: string, token?: string): Promise<Timed> {
  const begun = performance.now();
  const answer = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return { milliseconds: performance.now() - begun, status: answer.status };
}

/** Medians of alternating warm requests, so that other load slows both equally. */
async function medians(requests: Record<'bare' | 'service', () => Promise<Timed>>): Promise<Pair> {
  const bare: Timed[] = [];
  const service: Timed[] = [];
  for (let n = 0; n < warmRequests; n += 1) {
    bare.push(await requests.bare());
    service.push(await requests.service());
  }
  const median = (all: Timed[]) =>
    all.sort((a, b) => a.milliseconds - b.milliseconds)[Math.floor(all.length / 2)] as Timed;
  return { bare: median(bare), service: median(service) };
}

function report(cold: Pair, warm: Pair): void {
  const row = (name: string, { bare, service }: Pair) =>
    console.log(
      `${name.padEnd(28)} ${service.milliseconds.toFixed(1).padStart(8)} ms   a bare handler ` +
        `${bare.milliseconds.toFixed(1).padStart(8)} ms   ratio ${(service.milliseconds / bare.milliseconds).toFixed(1)}`,
    );
  row('GET /chips, cold', cold);
  row(`GET /chips, warm (median ${warmRequests})`, warm);
}
