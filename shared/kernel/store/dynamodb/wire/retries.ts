import type { DynamoDBClientResolvedConfig } from '@aws-sdk/client-dynamodb';
import { retryMiddleware } from '@smithy/core/retry';

type Handler = (passing: object) => Promise<object>;

/**
 * The SDK's retries, used from the first failed attempt on: that one is reported to them. Before it they would make an
 * error, with its stack, for every request. Successful requests are reported too, since the retries count them.
 */
export function retrying(config: DynamoDBClientResolvedConfig) {
  const retry = retryMiddleware(config as never) as unknown as (next: Handler, context: object) => Handler;
  return (next: Handler, context: object): Handler =>
    async (passing) => {
      const strategy = await config.retryStrategy();
      if (!('recordSuccess' in strategy)) return retry(next, context)(passing);
      const token = await strategy.acquireInitialRetryToken('');
      try {
        const answered = await next(passing);
        strategy.recordSuccess(token);
        return answered;
      } catch (error) {
        let isFirst = true;
        const attempt: Handler = async (again) => {
          if (!isFirst) return next(again);
          isFirst = false;
          throw error;
        };
        return retry(attempt, context)(passing);
      }
    };
}
