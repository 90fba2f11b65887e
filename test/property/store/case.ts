import fc from 'fast-check';
import type { Entity } from '#shared/kernel/store/dynamodb/codec.ts';
import { anyId, instant } from './ids.ts';

/** Numbers as they are measured: within what DynamoDB stores, and no -0, which it stores as 0. */
export const measured = fc
  .double({ noNaN: true, min: -1e100, max: 1e100 })
  .map((value) => (value === 0 || Math.abs(value) < 1e-100 ? 0 : value));

/** Any text of a person. */
export const text = fc.string({ maxLength: 20, unit: 'binary' });

/** A number of things. */
export const count = fc.nat({ max: 5000 });

/** A role in a project. */
export const role = fc.constantFrom('viewer', 'editor', 'owner');

/** A key of a map: one of the SDK cannot hold `__proto__`, which no metric is called. */
export const mapKey = anyId.filter((key) => key !== '__proto__');

/** A note as it is stored in the item of its subject. */
export const note = fc.record(
  { content: text, updatedBy: text, updatedAt: instant },
  { requiredKeys: ['content', 'updatedBy'] },
);

/** A codec and the records that it must give back as they were. */
export interface Case {
  name: string;
  /** The versions that it writes; only the codec's own if absent. */
  versions?: readonly number[] | undefined;
  entity: Entity<object>;
  record: fc.Arbitrary<object>;
}

/** A codec with its records, and the versions that it writes. */
export const of = <T extends object>(
  entity: Entity<T>,
  record: fc.Arbitrary<unknown>,
  versions?: readonly number[],
): Case => ({
  name: entity.name,
  versions,
  entity: entity as unknown as Entity<object>,
  record: record as fc.Arbitrary<object>,
});
