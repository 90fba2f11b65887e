import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '#scripts/tools/project-root.ts';
import { type AccessEntry, createLog, type LogFields } from '#shared/kernel/observability.ts';
import { redact } from '#shared/kernel/redaction.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';

let written = '';
const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
beforeEach(() => {
  written = '';
  for (const { stream } of streams) {
    stream.write = ((chunk: unknown) => {
      written += String(chunk);
      return true;
    }) as typeof stream.write;
  }
});
afterEach(() => {
  for (const { stream, write } of streams) stream.write = write;
});

const log = createLog({ logLevel: 'DEBUG', environment: 'local' });
const levels = ['debug', 'info', 'warn', 'error'] as const;
const canary = 'canary-4f1c9b2e';

test.each(levels)('the level %s writes the fields that it knows and no others, whatever it is given', (level) => {
  const fields = { requestId: 'r-1', status: 500, password: canary, note: canary, body: { token: canary } };
  log[level]('something happened', fields as LogFields);
  expect(written).toContain('"requestId":"r-1"');
  expect(written).toContain('"status":500');
  expect(written).not.toContain('canary');
});

test('the log line of a request has what it is made of and nothing else', () => {
  const entry = { operation: 'login', status: 200, latencyMilliseconds: 3, requestId: 'r-2', authorization: canary };
  log.access(entry as unknown as AccessEntry);
  expect(written).toContain('"operation":"login"');
  expect(written).not.toContain('canary');
});

test('an object in the place of a text is not spread into the log line', () => {
  log.error('request failed', { reason: { password: canary } } as unknown as LogFields);
  expect(written).toContain('request failed');
  expect(written).not.toContain('canary');
});

const entry: AccessEntry = {
  operation: 'getChip',
  status: 200,
  latencyMilliseconds: 3,
  requestId: 'r-3',
  userId: undefined,
  projectId: undefined,
};
/** The metrics of what was written in CloudWatch's embedded format. */
const metrics = () =>
  written
    .split('\n')
    .filter((line) => line.includes('"_aws"'))
    .map((line) => JSON.parse(line));

test.each([
  [200, ['latency']],
  [404, ['latency', 'clientErrors']],
  [500, ['latency', 'serverErrors']],
])('a request answered with %i has the metrics %j, of its environment alone', (status, names) => {
  createLog({ logLevel: 'ERROR', environment: 'dev' }).access({ ...entry, status });
  const [{ _aws, ...values }, ...others] = metrics();
  expect(others).toEqual([]);
  const [{ Namespace, Metrics, Dimensions }] = _aws.CloudWatchMetrics;
  expect(Namespace).toBe('Fiducial');
  expect(Metrics.map(({ Name }: { Name: string }) => Name)).toEqual(names);
  expect(Dimensions.map((names: string[]) => names.toSorted())).toEqual([['environment', 'operation', 'service']]);
  expect(values).toMatchObject({ environment: 'dev', operation: 'getChip', service: 'fiducial' });
});

test('a metric of the whole service is that of its environment, also after a request', () => {
  const dev = createLog({ logLevel: 'ERROR', environment: 'dev' });
  dev.access(entry);
  written = '';
  dev.measure('lockAge', 7);
  const [{ _aws, ...values }] = metrics();
  expect(_aws.CloudWatchMetrics[0].Dimensions.map((names: string[]) => names.toSorted())).toEqual([
    ['environment', 'service'],
  ]);
  expect(values).toMatchObject({ environment: 'dev', service: 'fiducial', lockAge: 7 });
});

test('no other module emits metrics, so that none lacks the environment', () => {
  const sources = globSync('{functions,infra,local,shared,simulator,worker}/**/*.ts', { cwd: projectRoot });
  expect(sources.length).toBeGreaterThan(500);
  const emits = /@aws-lambda-powertools\/metrics|CloudWatchMetrics|PutMetricData|client-cloudwatch/;
  const emitters = sources.filter((path) => emits.test(readFileSync(join(projectRoot, path), 'utf8')));
  expect(emitters).toEqual(['shared/kernel/observability.ts']);
});

const token = `fid_${Buffer.from('["u","ada"]').toString('hex')}_${'A'.repeat(43)}`;
const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1LTEifQ.c2lnbmF0dXJl';

test.each([
  [`token ${token} is unknown`, 'token [redacted] is unknown'],
  [`cannot verify ${jwt}`, 'cannot verify [redacted]'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [redacted]'],
  ['{"password":"sword\\"fish","name":"ada"}', '{"password":[redacted],"name":"ada"}'],
  ["{ newPassword: 'swordfish' }", '{ newPassword: [redacted] }'],
  ['username=ada&password=sword%20fish&x=1', 'username=ada&password=[redacted]&x=1'],
  ['"adminPassword": "a b", "seed": "c"', '"adminPassword": [redacted], "seed": [redacted]'],
  ["Chip 'X' not found in project 'p'", "Chip 'X' not found in project 'p'"],
])('a credential in a logged text is masked by its form, and nothing else is: %s', (text, expected) => {
  expect(redact(text)).toBe(expected);
  log.error('failed', { reason: text });
  expect(JSON.parse(written).reason).toBe(expected);
});

test('a damaged secret is not quoted in the error that tells of it', async () => {
  const client = new SecretsManagerClient({ region: 'eu-central-1' });
  mockClient(client).on(GetSecretValueCommand).resolves({ SecretString: canary });
  await expect(secretsManagerSource('service-secret', client).seed()).rejects.toThrow(
    /^The secret lacks seed or adminPassword$/,
  );
});
