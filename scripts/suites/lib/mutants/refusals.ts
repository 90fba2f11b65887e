/** Who is told of refused conditions, in a worker of vitest: one list, however often this module is loaded. */
const shared = globalThis as unknown as { fiducialRefusals?: { tell: (expression: string) => void } };
shared.fiducialRefusals ??= { tell: () => undefined };
export const refusals = shared.fiducialRefusals;

interface Sent {
  ConditionExpression?: string;
  TransactItems?: Record<string, { ConditionExpression?: string }>[];
}
interface Refusal {
  name?: string;
  CancellationReasons?: { Code?: string }[];
}

/** The conditions of a request for which its table has refused it. */
export function refusedBy({ input }: { input: object }, error: unknown): string[] {
  const { ConditionExpression, TransactItems } = input as Sent;
  const { name, CancellationReasons = [] } = error as Refusal;
  const refused =
    name === 'ConditionalCheckFailedException'
      ? [ConditionExpression]
      : CancellationReasons.flatMap(({ Code }, n) =>
          Code === 'ConditionalCheckFailed'
            ? Object.values(TransactItems?.[n] ?? {}).map((write) => write.ConditionExpression)
            : [],
        );
  return refused.filter((expression) => expression !== undefined);
}
