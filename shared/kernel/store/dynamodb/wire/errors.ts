import type { DynamoDBClientResolvedConfig } from '@aws-sdk/client-dynamodb';
import { isClockSkewError } from '@smithy/core/retry';
import type { WireRequest, WireResponse } from './connections.ts';
import type { Operation } from './operation.ts';

/** An error as the SDK's retries look at it. */
type SdkError = Parameters<typeof isClockSkewError>[0];

interface Protocol {
  deserializeResponse(operation: object, context: object, response: object): Promise<unknown>;
}

/** How far a clock may be wrong before AWS refuses its signatures, with a minute to spare. */
const toleratedMilliseconds = 4 * 60_000;

/** The SDK's error for an unsuccessful answer: an error of the same class, with its contents. */
export async function errorOf(
  config: DynamoDBClientResolvedConfig,
  { schema }: Operation,
  request: WireRequest,
  response: WireResponse,
): Promise<SdkError> {
  const error = await (config.protocol as Protocol).deserializeResponse(schema, config, { ...response }).then(
    (): SdkError => new Error(`An answer of status ${response.statusCode} was read as a success`) as SdkError,
    (thrown: SdkError) => thrown,
  );
  Object.defineProperty(error, '$response', { value: response });
  // For an answer that is not JSON, such as a gateway's page, the status decides whether to retry.
  error.$metadata ??= { httpStatusCode: response.statusCode };
  if (isClockSkewError(error) && !(await config.disableClockSkewCorrection()))
    correctClock(config, error, request, response);
  return error;
}

/** Goes by the clock of AWS from now on, and has a request tried again that was signed by one that is wrong. */
function correctClock(
  config: DynamoDBClientResolvedConfig,
  error: SdkError,
  { headers }: WireRequest,
  { headers: { date = '' } }: WireResponse,
): void {
  const serverTime = Date.parse(date);
  const signedAt = Date.parse(
    (headers['x-amz-date'] ?? '').replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (!(Math.abs(serverTime - signedAt) >= toleratedMilliseconds)) return;
  config.systemClockOffset = serverTime - Date.now();
  error.$metadata = { ...error.$metadata, clockSkewCorrected: true };
}
