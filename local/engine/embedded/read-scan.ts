import type { ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { testOf } from '#local/table-in-memory/condition.ts';
import { pageOf, type Row } from './page.ts';
import { pageText } from './page-text.ts';
import { asksOnly, projectionOf } from './read-parts.ts';
import { quoted, stored, type TableFile } from './table-file.ts';

const fields = new Set([
  ...['TableName', 'ExpressionAttributeNames', 'ExpressionAttributeValues', 'FilterExpression', 'ConsistentRead'],
  ...['Limit', 'ExclusiveStartKey', 'ProjectionExpression', 'ReturnConsumedCapacity'],
]);

/** Scan of a table in one segment, in key order. */
export function readScan(file: TableFile, input: ScanCommandInput): string | undefined {
  const { TableName: table = '', Limit: limit = Number.POSITIVE_INFINITY, ExclusiveStartKey: start } = input;
  const keys = file.keysOf(table);
  if (!keys || !asksOnly(input, fields) || limit < 1) return undefined;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const project = projectionOf(input.ProjectionExpression, names);
  const after = start && [stored(start[keys.partition]), stored(start[keys.sort])];
  if (!project || after?.includes(undefined)) return undefined;
  const where = after ? 'WHERE (pk, sk) > (?, ?) ' : '';
  const sql = `SELECT item_json, item_size FROM ${quoted(table)} ${where}ORDER BY pk, sk`;
  const page = pageOf(file.rows(sql, (after ?? []) as string[]) as Iterable<Row>, limit);
  const test = input.FilterExpression === undefined ? undefined : testOf(input.FilterExpression);
  const items = test ? page.rows.filter(({ item_json }) => test(JSON.parse(item_json), { names, values })) : page.rows;
  const content = { items, scanned: page.rows.length, project, keys: [keys.partition, keys.sort] };
  return pageText(input, page, content);
}
