import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { isTableBusy } from '#shared/kernel/store/dynamodb/conflict.ts';
import { getItem, openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { keptDatabases } from '#shared/kernel/store/dynamodb/project-databases.ts';
import { projectSessions } from '#shared/kernel/store/dynamodb/project-sessions.ts';

const roleArn = 'arn:aws:iam::111122223333:role/fiducial-prod-service-ProjectsWriter-1';
const project = '0b9f2f0e-8a3c-4c9f-9a57-0d7c1f8f6b11';

const granted = (n: number) =>
  new Response(
    `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><AssumedRoleUser><Arn>arn:x</Arn></AssumedRoleUser><Credentials>
      <AccessKeyId>ASIA${n}</AccessKeyId><SecretAccessKey>se/c+ret=</SecretAccessKey><SessionToken>token${n}</SessionToken>
      <Expiration>2099-01-01T00:00:00Z</Expiration></Credentials><PackedPolicySize>1</PackedPolicySize></AssumeRoleResult></AssumeRoleResponse>`,
  );
const refused = (status: number, code: string) =>
  new Response(`<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code></Error></ErrorResponse>`, { status });

/** STS as an answer to each request says, all granted by default. */
function fakeSts(answers: readonly (() => Response)[] = []) {
  const left = [...answers];
  const requests: { url: string; headers: Record<string, string>; fields: Record<string, string> }[] = [];
  const fetch = (async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    requests.push({ url, headers, fields: Object.fromEntries(new URLSearchParams(body)) });
    return left.shift()?.() ?? granted(requests.length);
  }) as unknown as typeof globalThis.fetch;
  const sessions = (region = 'eu-central-1', endpoint = '') =>
    projectSessions({
      ...{ roleArn, endpoint, fetch, clock: () => 0, pause: async () => undefined },
      region: async () => region,
      credentials: async () => ({ accessKeyId: 'A', secretAccessKey: 'B', sessionToken: 'C' }),
    });
  return { requests, sessions };
}

describe('a session of a project', () => {
  it('a session is asked for with the project as its only tag, in a request that is signed for STS', async () => {
    const sts = fakeSts();
    expect(await sts.sessions()(project)()).toEqual({
      ...{ accessKeyId: 'ASIA1', secretAccessKey: 'se/c+ret=', sessionToken: 'token1' },
      expiration: new Date('2099-01-01T00:00:00Z'),
    });
    const [{ url, headers, fields } = { headers: {} as Record<string, string> }] = sts.requests;
    expect(url).toBe('https://sts.eu-central-1.amazonaws.com/');
    expect(headers.authorization).toContain('/eu-central-1/sts/aws4_request');
    expect(headers['x-amz-security-token']).toBe('C');
    expect(fields).toEqual({
      ...{ Action: 'AssumeRole', Version: '2011-06-15', RoleArn: roleArn, DurationSeconds: '3600' },
      ...{ RoleSessionName: project, 'Tags.member.1.Key': 'project', 'Tags.member.1.Value': project },
    });
  });

  it.each([
    ['cn-north-1', '', 'https://sts.cn-north-1.amazonaws.com.cn/'],
    ['us-east-1', 'http://127.0.0.1:4566', 'http://127.0.0.1:4566/'],
  ])('in the region %s with endpoint %j STS is asked at its own address', async (region, endpoint, url) => {
    const sts = fakeSts();
    await sts.sessions(region, endpoint)(project)();
    expect(sts.requests.map((one) => one.url)).toEqual([url]);
  });

  it('STS is asked again after a fault of its own, three times in all, and then the caller is told to try again', async () => {
    const passing = [() => refused(503, 'ServiceUnavailable'), () => refused(400, 'Throttling')];
    const sts = fakeSts(passing);
    expect(await sts.sessions()(project)()).toMatchObject({ accessKeyId: 'ASIA3' });
    const busy = fakeSts([...passing, () => refused(500, 'InternalFailure')]);
    const error = await busy
      .sessions()(project)()
      .catch((thrown: unknown) => thrown);
    expect(busy.requests.length).toBe(3);
    expect(isTableBusy(error)).toBe(true);
  });

  it('a refusal of STS is a fault at once, and is not taken for a busy table', async () => {
    const sts = fakeSts([() => refused(403, 'AccessDenied')]);
    const error = await sts
      .sessions()(project)()
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/SessionRefused: AWS STS answered 403.*AccessDenied/);
    expect(isTableBusy(error)).toBe(false);
    expect(sts.requests.length).toBe(1);
  });

  it('a client asks for one session for all its requests, and signs them by it', async () => {
    const sts = fakeSts();
    const tokens: unknown[] = [];
    const table = createServer(({ headers }, response) => {
      tokens.push(headers['x-amz-security-token']);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(table, 'listening');
    const endpoint = `http://127.0.0.1:${(table.address() as AddressInfo).port}`;
    const client = createDynamoDbClient({ endpoint, region: 'eu-central-1', credentials: sts.sessions()(project) });
    const db = openDatabase(client, 'table');
    await Promise.all([getItem(db, { pk: 'P#x', sk: 'META' }), getItem(db, { pk: 'P#x', sk: 'LOCK' })]);
    await getItem(db, { pk: 'P#x', sk: 'META' });
    client.destroy();
    table.close();
    expect(tokens).toEqual(['token1', 'token1', 'token1']);
    expect(sts.requests.length).toBe(1);
  });
});

describe('the tables of projects that a process keeps', () => {
  const keeping = () => {
    const opened: string[] = [];
    const closed: string[] = [];
    const kept = keptDatabases((projectId) => {
      opened.push(projectId);
      return openDatabase({ destroy: () => closed.push(projectId) } as unknown as DynamoDBClient, 'table');
    }, 2);
    return { opened, closed, kept };
  };

  it('the table of a project is opened once, and none for a project that is only asked about', () => {
    const { opened, kept } = keeping();
    expect(kept.databaseIfKnown('a')).toBeUndefined();
    const first = kept.databaseOf('a');
    expect([kept.databaseOf('a'), kept.databaseIfKnown('a')]).toEqual([first, first]);
    expect(opened).toEqual(['a']);
  });

  it('of too many tables that is closed which was not used for longest', () => {
    const { opened, closed, kept } = keeping();
    for (const projectId of ['a', 'b']) kept.databaseOf(projectId);
    kept.databaseIfKnown('a');
    kept.databaseOf('c');
    expect(closed).toEqual(['b']);
    kept.databaseOf('a');
    kept.databaseOf('b');
    expect(closed).toEqual(['b', 'c']);
    expect(opened).toEqual(['a', 'b', 'c', 'b']);
  });
});
