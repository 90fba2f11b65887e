/** A task that failed, as its reasons are gathered. */
interface FailedTask {
  name: string;
  status: string;
  message: string;
}

/** Tasks that failed for the same reason. */
export interface FailureGroup<T> {
  /** Why, with numbers where all of them say the same. */
  reason: string;
  tasks: T[];
}

const numbers = /[-−+]?\d+(\.\d+)?(e[-+]?\d+)?/gi;

/** The message of a task, without its name in front. */
const messageOf = ({ name, message }: FailedTask): string =>
  message.startsWith(`${name} `) ? message.slice(name.length + 1) : message;

/** What a message says but for its numbers: `R² value too low: 0.39` and `R² value too low: 0.12` have one reason. */
const kindOf = (task: FailedTask): string => messageOf(task).replace(numbers, '…');

/** The failures of a run by reason, the commonest first; those of one reason in the order of the run. */
export function failuresByReason<T extends FailedTask>(tasks: readonly T[]): FailureGroup<T>[] {
  const failed = tasks.filter(({ status }) => status === 'failed');
  const groups = [...Map.groupBy(failed, kindOf)];
  return groups
    .map(([kind, own]) => ({ reason: reasonOf(kind, own), tasks: own }))
    .sort((a, b) => b.tasks.length - a.tasks.length);
}

function reasonOf(kind: string, tasks: readonly FailedTask[]): string {
  const messages = new Set(tasks.map(messageOf));
  const [only = ''] = messages;
  const text = messages.size === 1 ? only : kind.replace(/[:=,]?\s*…$/, '');
  return text.trim() || 'No reason given';
}

/** How many figures each reason shows: its first, then as many as there is room for. */
export function withRoom<T>(
  groups: readonly FailureGroup<T>[],
  most: number,
): { group: FailureGroup<T>; room: number }[] {
  let left = Math.max(0, most - groups.length);
  return groups.map((group, index) => {
    const more = Math.min(left, group.tasks.length - 1);
    left -= more;
    return { group, room: index < most ? 1 + more : 0 };
  });
}
