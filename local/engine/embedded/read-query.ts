import type { QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { type KeyRange, rangeOf } from './key-condition.ts';
import { pageOf, type Row } from './page.ts';
import { pageText } from './page-text.ts';
import { asksOnly, projectionOf } from './read-parts.ts';
import { type KeyNames, quoted, stored, type TableFile } from './table-file.ts';

const fields = new Set([
  ...['TableName', 'IndexName', 'KeyConditionExpression', 'ExpressionAttributeNames', 'ExpressionAttributeValues'],
  ...['ScanIndexForward', 'ConsistentRead', 'Limit', 'ExclusiveStartKey', 'Select', 'ProjectionExpression'],
  'ReturnConsumedCapacity',
]);

/** Query of a table or an index by key only. */
export function readQuery(file: TableFile, input: QueryCommandInput): string | undefined {
  const { TableName: table = '', IndexName: index, Limit: limit = Number.POSITIVE_INFINITY, Select: select } = input;
  const own = file.keysOf(table);
  const keys = index === undefined ? own : own?.indexes.get(index);
  if (!own || !keys || !asksOnly(input, fields) || limit < 1) return undefined;
  if (index !== undefined && input.ConsistentRead) return undefined;
  if (select !== undefined && (select !== 'COUNT' || input.ProjectionExpression !== undefined)) return undefined;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const range = rangeOf(input.KeyConditionExpression ?? '', keys, { names, values });
  const project = projectionOf(input.ProjectionExpression, names);
  if (!range || !project) return undefined;
  const source = index === undefined ? tableSource(table, own) : indexSource(table, index, keys, own);
  const start = input.ExclusiveStartKey && source.keys.map((name) => stored(input.ExclusiveStartKey?.[name]));
  if (start?.includes(undefined) || (start && start[0] !== range.pk)) return undefined;
  const isForward = input.ScanIndexForward ?? true;
  const { sql, parameters } = statementOf(source, range, { start: start?.slice(1) as string[] | undefined, isForward });
  const page = pageOf(file.rows(sql, parameters) as Iterable<Row>, limit);
  return pageText(input, page, { items: page.rows, scanned: page.rows.length, project, keys: source.keys });
}

/** The source of rows and their order. */
interface Source {
  table: string;
  select: string;
  /** The columns of the partition and of the sort order. */
  columns: [string, ...string[]];
  /** The attributes in these columns. */
  keys: [string, ...string[]];
}

const tableSource = (table: string, own: KeyNames): Source => ({
  table: quoted(table),
  select: 'item_json, item_size',
  columns: ['pk', 'sk'],
  keys: [own.partition, own.sort],
});

const indexSource = (table: string, index: string, keys: KeyNames, own: KeyNames): Source => ({
  table: quoted(`${table}::gsi::${index}`),
  select: 'item_json',
  columns: ['gsi_pk', 'gsi_sk', 'table_pk', 'table_sk'],
  keys: [keys.partition, keys.sort, own.partition, own.sort],
});

interface Direction {
  /** Sort keys after which the page starts. */
  start: string[] | undefined;
  isForward: boolean;
}

function statementOf({ table, select, columns }: Source, { pk, from, to }: KeyRange, { start, isForward }: Direction) {
  const [partition, sort = '', ...ties] = columns;
  const conditions = [`${partition} = ?`];
  const parameters = [pk];
  const add = (condition: string, ...more: string[]) => {
    conditions.push(condition);
    parameters.push(...more);
  };
  if (from) add(`${sort} ${from.isIncluded ? '>=' : '>'} ?`, from.key);
  if (to) add(`${sort} ${to.isIncluded ? '<=' : '<'} ?`, to.key);
  const order = [sort, ...ties];
  if (start) add(`(${order.join(', ')}) ${isForward ? '>' : '<'} (${order.map(() => '?').join(', ')})`, ...start);
  const orderBy = order.map((column) => `${column} ${isForward ? 'ASC' : 'DESC'}`).join(', ');
  const sql = `SELECT ${select} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${orderBy}`;
  return { sql, parameters };
}
