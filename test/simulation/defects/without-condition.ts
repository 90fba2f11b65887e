import type { Request } from '../table/commands.ts';
import type { Image } from '../table/values.ts';
import type { Defect } from '../world/simulated-table.ts';

/** A write as requests have it, by itself or in a transaction. */
interface Conditioned {
  ConditionExpression?: string;
  ExpressionAttributeValues?: Image;
  Item?: Image;
  Key?: Image;
}

/** Takes the condition from every write that `isMeant`, as if the service had forgotten it. */
export const withoutCondition =
  (isMeant: (write: Conditioned, key: { pk: string; sk: string }) => boolean): Defect =>
  ({ name, input }: Request): Request => {
    const forget = <T extends Conditioned>(write: T): T => {
      const key = write.Item ?? write.Key;
      if (!isMeant(write, { pk: key?.pk?.S ?? '', sk: key?.sk?.S ?? '' })) return write;
      const { ConditionExpression: _, ...rest } = write;
      return rest as T;
    };
    const { TransactItems } = input as { TransactItems?: Record<string, Conditioned>[] };
    if (!TransactItems) return { name, input: forget(input) };
    const forgotten = TransactItems.map((one) =>
      Object.fromEntries(Object.entries(one).map(([kind, write]) => [kind, forget(write)])),
    );
    return { name, input: { ...input, TransactItems: forgotten } };
  };

/** `releaseLock` without its owner (rule RUN-6): whoever ends a run frees the lock, whosever it is. */
export const releaseByAnybody: Defect = withoutCondition(
  ({ ConditionExpression: condition }, { sk }) => sk === 'LOCK' && condition === '#holder.#owner = :owner',
);
