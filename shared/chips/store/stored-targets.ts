import type { Entity } from '../../kernel/store/dynamodb/codec.ts';
import { storedTarget, type TargetRef, targetOfStored } from '../../kernel/store/keys.ts';

/** A codec of records about a target, with the targets stored as `storedTarget` says. */
export const withStoredTarget = <T extends { target: TargetRef }>(entity: Entity<T>): Entity<T> => ({
  ...entity,
  encode: (record, rev) => entity.encode({ ...record, target: storedTarget(record.target) }, rev),
  decode: (item) => {
    const record = entity.decode(item);
    const target = targetOfStored(record.target);
    return target === record.target ? record : { ...record, target };
  },
});
