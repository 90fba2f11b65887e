import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context as LambdaContext } from 'aws-lambda';
import { expect, test } from 'vitest';
import { flowStep } from '#functions/flow-step.ts';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { requestSignal, withRequestSignal } from '#shared/kernel/request-signal.ts';
import { flowRunInputSchema } from '#shared/runs/orchestration/payloads.ts';

test('a step of a run goes on after the client of the request that started the run is gone', async () => {
  // The step asks no table.
  const client = new DynamoDBClient({ region: 'us-east-1', endpoint: 'http://127.0.0.1:9' });
  provideRuntime(createRuntime(loadConfig({ LOG_LEVEL: 'ERROR' }), { client }));
  const step = flowStep(flowRunInputSchema, async () => requestSignal());
  const ids = { project_id: 'lab', execution_id: '20250301-001', flow_run_id: randomUUID() };
  const input = { ...ids, runner: 'managed' as const };
  const signal = AbortSignal.abort();
  const [inRequest, inStep] = await withRequestSignal(signal, async () => [
    requestSignal(),
    await step(input, { awsRequestId: 'step' } as LambdaContext),
  ]);
  expect(inRequest).toBe(signal);
  expect(inStep).toBeUndefined();
});
