import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context as LambdaContext } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { flowStep } from '#functions/flow-step.ts';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { requestSignal, withRequestSignal } from '#shared/kernel/request-signal.ts';

test('a step of a run goes on after the client of the request that started the run is gone', async () => {
  // The step asks no table.
  const client = new DynamoDBClient({ region: 'us-east-1', endpoint: 'http://127.0.0.1:9' });
  provideRuntime(createRuntime(loadConfig({ LOG_LEVEL: 'ERROR' }), { client }));
  const step = flowStep(z.object({ project_id: z.string() }), async () => requestSignal());
  const signal = AbortSignal.abort();
  const [inRequest, inStep] = await withRequestSignal(signal, async () => [
    requestSignal(),
    await step({ project_id: 'lab' }, { awsRequestId: 'step' } as LambdaContext),
  ]);
  expect(inRequest).toBe(signal);
  expect(inStep).toBeUndefined();
});
