import { expect, test } from 'vitest';
import { accountHealth } from '#scripts/operations/lib/account-health.ts';
import type { AwsRequest, AwsSender } from '#scripts/operations/lib/aws-requests.ts';

type Answers = Record<string, { status?: number; text: string } | Error>;

const region = 'eu-central-1';
const questions = { region, reserved: 0, warmWriteUnits: 0 };
const well: Answers = {
  [`ssm ${region}`]: { text: '{"Parameter":{"Value":"28"}}' },
  'ssm us-east-1': { text: '{"Parameter":{"Value":"28"}}' },
  lambda: { text: '{"AccountLimit":{"ConcurrentExecutions":1000,"UnreservedConcurrentExecutions":1000}}' },
  dynamodb: { text: '{"TableMaxWriteCapacityUnits":40000}' },
  cloudfront: { text: '<DistributionList><Quantity>1</Quantity></DistributionList>' },
};

/** Answers as an account does, all well but for what is given; notes what was asked. */
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
  'a region that is not bootstrapped is a problem, with the command that mends it: %s',
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

test('a service that a region does not have is a problem, and what may not be read is said and is none', async () => {
  const noHost = Object.assign(new Error('fetch failed'), { cause: { code: 'ENOTFOUND' } });
  expect(await problemsOf({ codedeploy: noHost })).toEqual([`CodeDeploy: there is no such service in ${region}`]);
  const refused = { status: 400, text: '{"__type":"AccessDeniedException"}' };
  const { problems, notes } = await accountHealth(account({ states: refused }).send, questions);
  expect(problems).toEqual([]);
  expect(notes).toContainEqual(expect.stringContaining('Step Functions: not known, states answers 400'));
});
