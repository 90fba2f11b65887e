import type { Context } from 'aws-lambda';

const memoryMegabytes = 1024;

/** The context that Lambda gives a function; `deadline` (epoch milliseconds) is when the gateway gives up. */
export function lambdaContext(functionName: string, requestId: string, deadline: number): Context {
  // The callback style that the type still lists is gone from Node 24's Lambda runtime.
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
