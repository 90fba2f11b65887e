import type { LeftOutField } from './parameters/left-out.ts';

const mostNamed = 6;

/** One line about what is not in a file: `t2_echo of 2 qubits (5, 7): not measured`. */
export function leftOutText({ kind, field, reason, targets }: LeftOutField): string {
  const count = `${targets.length} ${kind}${targets.length === 1 ? '' : 's'}`;
  const more = targets.length > mostNamed ? ` and ${targets.length - mostNamed} more` : '';
  const named = `${count} (${targets.slice(0, mostNamed).join(', ')}${more})`;
  return field === 'target' ? `${named}: ${reason}` : `${field} of ${named}: ${reason}`;
}
