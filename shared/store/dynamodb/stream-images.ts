import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './codec.ts';
import { marshallingOptions } from './database.ts';

/** The item of a stream record before (`OldImage`) or after (`NewImage`) the write; undefined where there was none. */
export function imageOf(record: DynamoDBRecord, image: 'NewImage' | 'OldImage'): Item | undefined {
  const values = record.dynamodb?.[image];
  return values && unmarshall(values as Record<string, AttributeValue>, { ...marshallingOptions.unmarshallOptions });
}
