import { randomUUID } from 'node:crypto';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, Context as LambdaContext } from 'aws-lambda';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { consumerFunction, type StreamConsumer } from '#shared/kernel/store/system/stream-consumers.ts';

/** The function of a consumer, as `functions/stream/<name>.ts` exports it. */
type ConsumerHandler = (event: DynamoDBStreamEvent, context: LambdaContext) => Promise<DynamoDBBatchResponse>;

/** Imports a consumer's function at its first batch, and calls it with Lambda's time limit. */
export async function callConsumer(
  consumer: StreamConsumer,
  event: DynamoDBStreamEvent,
): Promise<DynamoDBBatchResponse> {
  const module: { handler: ConsumerHandler } = await import(`../../functions/stream/${consumer.name}.ts`);
  const deadline = Date.now() + consumer.timeoutSeconds * 1000;
  return module.handler(event, lambdaContext(consumerFunction(consumer), randomUUID(), deadline));
}
