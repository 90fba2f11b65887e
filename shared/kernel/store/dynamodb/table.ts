/**
 * The one table and its indexes as data (rule STORE-6). CDK, the local engine and the tests create it from here.
 * All four indexes exist from the start, because CloudFormation adds at most one an update.
 */

/** How much of an item an index carries: everything, or the item's `slim` map (the row of a list). */
export type IndexProjection = 'all' | 'slim';

/** One global secondary index. */
export interface IndexDefinition {
  name: 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4';
  partitionKey: string;
  sortKey: string;
  projection: IndexProjection;
}

/** Attributes that a slim index carries besides the keys. One packed map, so that a new field needs no new index. */
export const slimAttributes = ['entity', 'v', 'rev', 'slim'] as const;

/** The table: string keys, on demand, stream with both images, TTL in epoch seconds. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttlAttribute: 'expires_at',
  stream: 'NEW_AND_OLD_IMAGES',
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk', projection: 'all' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk', projection: 'slim' },
    { name: 'gsi3', partitionKey: 'gsi3pk', sortKey: 'gsi3sk', projection: 'slim' },
    { name: 'gsi4', partitionKey: 'gsi4pk', sortKey: 'gsi4sk', projection: 'slim' },
  ] satisfies IndexDefinition[],
} as const;
