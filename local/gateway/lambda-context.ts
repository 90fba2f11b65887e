import type { Context } from 'aws-lambda';

const memoryMegabytes = 1024;

/** The Lambda context of a function; `deadline` (epoch milliseconds) is when the gateway gives up. */
export function lambdaContext(functionName: string, requestId: string, deadline: number): Context {
  // The type still lists the callback style, which Node 24's Lambda runtime no longer has.
  const unsupported = () => {
    throw new Error('A handler must return a promise; callbacks are not supported');
  };
  return {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: String(memoryMegabytes),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: unsupported,
    fail: unsupported,
    succeed: unsupported,
  };
}
