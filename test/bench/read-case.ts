import type { OperationId } from '#shared/api/routes.ts';
import type { QueryRange } from '#shared/kernel/store/dynamodb/database.ts';
import { type Key, listHeadKeys } from '#shared/kernel/store/keys.ts';
import type { MeteredCall } from './meter.ts';

/**
 * Items that contribute to an answer: single items by their keys (a missing one must be asked for as well), or a range
 * that one query reads, at most `limit` of it.
 */
export type Contribution = { get: Key[] } | { query: QueryRange; limit?: number };

/** The head of a list, as the table has it and as its index does: up to when the list is complete. */
export const headOf = (projectId: string, index: NonNullable<QueryRange['index']>, pk: string): Contribution[] => [
  { get: [listHeadKeys.head(projectId, pk)] },
  shownHead(index, pk),
];

export const shownHead = (index: NonNullable<QueryRange['index']>, pk: string): Contribution => ({
  query: { index, pk, from: listHeadKeys.sort, through: listHeadKeys.sort },
});

/** One measured read. */
export interface ReadCase {
  /** `operationId` and, after a comma, what is special about it. */
  name: string;
  operationId: OperationId;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Asked with the `ETag` of the answer before, which still holds. */
  isKnown?: boolean;
  projectId: string;
  contributes: Contribution[];
}

/** Milliseconds of CPU that a read takes in the function, and that its floor takes; medians. */
export interface Times {
  read: number;
  floor: number;
}

/** What one read costs. */
export interface Measured {
  name: string;
  /** Sequential round trips to DynamoDB, after authentication and in total. */
  trips: number;
  totalTrips: number;
  /** Read units after authentication and in total. */
  units: number;
  totalUnits: number;
  /** Read units that the items which contribute cost at the least. */
  minimum: number;
  items: number;
  bodyBytes: number;
  /** Undefined where times are not measured. */
  times: Times | undefined;
  calls: MeteredCall[];
}
