import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { accountHealth, verdictOf } from '#scripts/operations/lib/account-health.ts';
import type { AwsRequest, AwsSender } from '#scripts/operations/lib/aws-requests.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

type Answers = Record<string, { status?: number; text: string } | Error>;

const region = 'eu-central-1';
const questions = { region, reserved: 0, concurrencyQuota: 0, warmWriteUnits: 0 };
const well: Answers = {
  [`ssm ${region}`]: { text: '{"Parameter":{"Value":"28"}}' },
  'ssm us-east-1': { text: '{"Parameter":{"Value":"28"}}' },
  lambda: { text: '{"AccountLimit":{"ConcurrentExecutions":1000,"UnreservedConcurrentExecutions":1000}}' },
  dynamodb: { text: '{"TableMaxWriteCapacityUnits":40000}' },
  cloudfront: { text: '<DistributionList><Quantity>1</Quantity></DistributionList>' },
};

/** Answers as a healthy account does, except for the given answers; records the requests. */
function account(answers: Answers) {
  const asked: AwsRequest[] = [];
  const send: AwsSender = async (request) => {
    asked.push(request);
    const all = { ...well, ...answers };
    const answer = all[`${request.service} ${request.region}`] ?? all[request.service] ?? { text: '{}' };
    if (answer instanceof Error) throw answer;
    return { status: answer.status ?? 200, text: answer.text };
  };
  return { send, asked };
}
const problemsOf = async (answers: Answers, more = {}) =>
  (await accountHealth(account(answers).send, { ...questions, ...more })).problems;

test('an account that can take a deployment has no problem, and is only read', async () => {
  const { send, asked } = account({});
  expect((await accountHealth(send, questions)).problems).toEqual([]);
  for (const { method = 'POST', headers } of asked)
    if (method === 'POST') expect(headers?.['x-amz-target']).toMatch(/\.(Get|List|Describe)/);
});

test.each([region, 'us-east-1'])(
  'a region that is not bootstrapped is a problem, with the command that repairs it: %s',
  async (where) => {
    const missing = { status: 400, text: '{"__type":"ParameterNotFound"}' };
    expect(await problemsOf({ [`ssm ${where}`]: missing })).toEqual([
      `${where} is not bootstrapped: npx cdk bootstrap aws://<account>/${where}`,
    ]);
    const old = { text: '{"Parameter":{"Value":"5"}}' };
    expect(await problemsOf({ [`ssm ${where}`]: old })).toEqual([expect.stringContaining('is too old, 5')]);
  },
);

test('a fresh account, in which ten functions run at once, is a problem', async () => {
  const lambda = { text: '{"AccountLimit":{"ConcurrentExecutions":10,"UnreservedConcurrentExecutions":10}}' };
  expect(await problemsOf({ lambda })).toEqual([expect.stringContaining('Lambda runs 10 functions at once')]);
});

test('calls that would be reserved where too few stay for others are a problem', async () => {
  const lambda = { text: '{"AccountLimit":{"ConcurrentExecutions":110,"UnreservedConcurrentExecutions":110}}' };
  expect(await problemsOf({ lambda }, { reserved: 10 })).toEqual([]);
  expect(await problemsOf({ lambda }, { reserved: 11 })).toEqual([
    expect.stringContaining('refuses reservedConcurrency'),
  ]);
});

test('a ceiling of slices that follows from another quota than the account has is a problem, and none is said', async () => {
  expect(await problemsOf({}, { concurrencyQuota: 1000, reserved: 180 })).toEqual([]);
  expect(await problemsOf({}, { concurrencyQuota: 500 })).toEqual([
    'concurrencyQuota is 500, but Lambda runs 1000 functions at once: set it to that',
  ]);
  expect((await accountHealth(account({}).send, questions)).notes).toContain(
    'Slices of runs have no ceiling: set concurrencyQuota to 1000, so that the API keeps its share',
  );
});

test('a table that admits fewer units than it is to be warmed for is a problem', async () => {
  expect(await problemsOf({}, { warmWriteUnits: 40_001 })).toEqual([
    expect.stringContaining('admits 40000 write units'),
  ]);
});

test('an account that AWS wants to verify is a problem, and one without a distribution may be one', async () => {
  const cloudfront = { status: 403, text: 'Your account must be verified before you can add new CloudFront resources' };
  expect(await problemsOf({ cloudfront })).toEqual([expect.stringContaining('wants to verify')]);
  const none = { text: '<DistributionList><Quantity>0</Quantity></DistributionList>' };
  const { problems, notes } = await accountHealth(account({ cloudfront: none }).send, questions);
  expect(problems).toEqual([]);
  expect(notes).toContainEqual(expect.stringContaining('must be verified'));
});

test('a service that a region does not have is a problem, and what may not be read is unknown', async () => {
  const noHost = Object.assign(new Error('fetch failed'), { cause: { code: 'ENOTFOUND' } });
  expect(await problemsOf({ codedeploy: noHost })).toEqual([`CodeDeploy: there is no such service in ${region}`]);
  const refused = { status: 400, text: '{"__type":"AccessDeniedException"}' };
  const { problems, unknown } = await accountHealth(account({ states: refused }).send, questions);
  expect(problems).toEqual([]);
  expect(unknown).toEqual([expect.stringContaining('Step Functions: not known, states answers 400')]);
});

test.each([
  [0, 0, 'No problems found', true],
  [1, 0, '1 problem', false],
  [2, 1, '2 problems; 1 check could not be made', false],
  [0, 10, 'No problems found; 10 checks could not be made', false],
])('%i problems and %i unknown checks end with "%s"', (problems, unknown, line, isWell) => {
  const lines = (n: number) => Array.from({ length: n }, () => 'x');
  expect(verdictOf({ problems: lines(problems), unknown: lines(unknown) })).toEqual({ line, isWell });
});

describe('npm run preflight', () => {
  let server: Server;
  let answer: (target: string) => { status: number; text: string };
  beforeEach(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        const { status, text } = answer(String(request.headers['x-amz-target'] ?? request.url));
        response.writeHead(status).end(text);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  async function preflight(more: Record<string, string> = {}) {
    const { port } = server.address() as AddressInfo;
    const env = {
      ...{ PATH: process.env.PATH, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
      ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_MAX_ATTEMPTS: '1', ...more },
    };
    const child = spawn(process.execPath, ['scripts/operations/preflight.ts', '--environment', 'prod'], {
      cwd: projectRoot,
      env,
    });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => lines.push(...String(text).trim().split('\n')));
    const [code] = await once(child, 'close');
    return { code, lines };
  }

  it('an account that answers nothing is not well: the end counts what could not be checked', async () => {
    answer = () => ({ status: 403, text: '{"__type":"UnrecognizedClientException"}' });
    const { code, lines } = await preflight();
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes(': not known, '))).toHaveLength(10);
    expect(lines).toContain('No problems found; 10 checks could not be made');
    const ofDeployment = await preflight({ TABLE_NAME: 'fiducial' });
    expect(ofDeployment.code).toBe(1);
    expect(ofDeployment.lines).toContain('No problems found; 12 checks could not be made');
  });

  it('an account in which every check was made and is well ends with 0', async () => {
    const texts: [RegExp, string][] = [
      [/GetParameter$/, well['ssm us-east-1']],
      [/account-settings/, well.lambda],
      [/DescribeLimits$/, well.dynamodb],
      [/distribution/, well.cloudfront],
    ].map(([target, found]) => [target as RegExp, (found as { text: string }).text]);
    answer = (target) => ({ status: 200, text: texts.find(([one]) => one.test(target))?.[1] ?? '{}' });
    const { code, lines } = await preflight();
    expect(lines).toContain('No problems found');
    expect(code).toBe(0);
  });
});
