import type { Request } from '#local/table-in-memory/commands.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import type { Defect } from '../world/simulated-table.ts';

/** A write as requests have it. */
export interface Write {
  ConditionExpression?: string;
  Item?: Image;
  Key?: Image;
}

/** A write of a transaction: its kind (`Put`, `Update`, `Delete`, `ConditionCheck`), and the sort key that it is about. */
export interface Step {
  kind: string;
  write: Write;
  sk: string;
}

/** Puts other steps in the place of each step of every transaction; none where the service would have forgotten it. */
export const rewriteTransactions =
  (rewritten: (step: Step) => Pick<Step, 'kind' | 'write'>[]): Defect =>
  ({ name, input }: Request): Request => {
    const { TransactItems } = input as { TransactItems?: Record<string, Write>[] };
    if (!TransactItems) return { name, input };
    const steps = TransactItems.flatMap((one) => Object.entries(one)).flatMap(([kind, write]) =>
      rewritten({ kind, write, sk: (write.Item ?? write.Key)?.sk?.S ?? '' }),
    );
    return { name, input: { ...input, TransactItems: steps.map(({ kind, write }) => ({ [kind]: write })) } };
  };

/** Takes the condition from every single write for which that is wanted. */
export const withoutConditionOf =
  (wanted: (write: Write) => boolean): Defect =>
  ({ name, input }: Request): Request => {
    const isSingle = name === 'PutItem' || name === 'UpdateItem';
    return isSingle && wanted(input) ? { name, input: withoutCondition({ write: input }).write } : { name, input };
  };

/** The write without its condition. */
export function withoutCondition<Of extends Pick<Step, 'write'>>(of: Of): Of {
  const { ConditionExpression: _, ...rest } = of.write;
  return { ...of, write: rest };
}
