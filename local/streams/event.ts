import type { _Record, AttributeValue as SdkValue } from '@aws-sdk/client-dynamodb-streams';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';

/**
 * A stream record as Lambda passes it to a function: times in epoch seconds, bytes in base64 (Lambda, Example event of
 * DynamoDB Streams).
 */
export function lambdaRecord(record: _Record, streamArn: string): DynamoDBRecord {
  const { dynamodb = {}, eventID, eventName, eventVersion, eventSource, awsRegion } = record;
  const { ApproximateCreationDateTime: at, Keys, NewImage, OldImage, ...rest } = dynamodb;
  return {
    eventID: eventID ?? '',
    eventName: eventName ?? 'MODIFY',
    eventVersion: eventVersion ?? '1.1',
    eventSource: eventSource ?? 'aws:dynamodb',
    awsRegion: awsRegion ?? '',
    eventSourceARN: streamArn,
    dynamodb: {
      ...(at && { ApproximateCreationDateTime: Math.floor(at.getTime() / 1000) }),
      ...(Keys && { Keys: image(Keys) }),
      ...(NewImage && { NewImage: image(NewImage) }),
      ...(OldImage && { OldImage: image(OldImage) }),
      ...definedOnly(rest),
    },
  };
}

/** The record's position, which a partial batch response names. */
export const sequenceNumberOf = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';

function image(values: Record<string, SdkValue>): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, lambdaValue(value)]));
}

function lambdaValue(value: SdkValue): AttributeValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.M !== undefined) return { M: image(value.M) };
  if (value.L !== undefined) return { L: value.L.map(lambdaValue) };
  // The rest are texts, numbers as text and flags, the same in both formats.
  return definedOnly(value) as AttributeValue;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const definedOnly = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
