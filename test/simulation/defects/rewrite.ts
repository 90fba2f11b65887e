import type { Request } from '../table/commands.ts';
import type { Image } from '../table/values.ts';
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

/** The write without its condition. */
export function withoutCondition({ kind, write }: Step): Pick<Step, 'kind' | 'write'> {
  const { ConditionExpression: _, ...rest } = write;
  return { kind, write: rest };
}
