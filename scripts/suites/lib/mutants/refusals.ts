/** Listeners for refused conditions in a vitest worker: one list, however often this module is loaded. */
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

/** The conditions because of which a table has refused a request. */
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
