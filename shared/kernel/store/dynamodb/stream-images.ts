import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { fromImage } from './attribute-values.ts';
import type { Item } from './codec.ts';

/** The item of a stream record before (`OldImage`) or after (`NewImage`) the write; undefined where there was none. */
export function imageOf(record: DynamoDBRecord, image: 'NewImage' | 'OldImage'): Item | undefined {
  const values = record.dynamodb?.[image];
  // The record stays as it came: its delivery may be repeated.
  return values && fromImage(structuredClone(values) as Record<string, AttributeValue>);
}
