import { type ImportDocuments, planImport } from '../../../domain/import/formats.ts';
import { leaveOutAhead } from '../../../domain/import/leave-out-ahead.ts';
import type { ImportPlan } from '../../../domain/import/plan.ts';
import { isStorable } from '../../../domain/import/readings.ts';
import { isAhead } from '../../../domain/metrics/clock-ahead.ts';
import { invalid, type Problem } from '../../../errors.ts';
import { workOnDocument } from '../../documents/work-on-document.ts';
import { valuesOf } from './import-record.ts';

/** Most values of one import: a thousand qubits with fifty metrics, or a history of two years of a small chip. */
const mostValues = 50_000;

/**
 * What documents would bring to a chip.
 * @throws ServiceError `invalid` with the path in the document of everything that is wrong with it.
 */
export async function planOf(given: ImportDocuments, now: string): Promise<ImportPlan> {
  const result = await workOnDocument('planImport', planImport, given);
  const problems = result.ok ? unstorable(result.plan, now) : result.problems;
  if (result.ok && problems.length === 0) return leaveOutAhead(result.plan, now);
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw invalid(
    `The ${given.format} documents cannot be imported: ${first?.path}: ${first?.message}${more}`,
    problems.map(({ path, message }) => ({ path: `body.documents.${path}`, message })),
  );
}

function unstorable(plan: ImportPlan, now: string): Problem[] {
  const problems: Problem[] = [];
  const values = valuesOf(plan);
  if (values > mostValues) {
    problems.push({ path: 'values', message: `are ${values}; at most ${mostValues} are imported at once` });
  }
  if (plan.datedBy === 'document' && plan.newestAt !== null && isAhead(plan.newestAt, now)) {
    problems.push({ path: 'date', message: `${plan.newestAt} is in the future` });
  }
  for (const { kind, id, values, before = [] } of plan.targets) {
    const numbers = [
      ...Object.entries(values).map(([metric, { value }]) => [metric, value] as const),
      ...before.map(({ metric, value }) => [metric, value ?? 0] as const),
    ];
    for (const [metric, value] of numbers) {
      if (!isStorable(value)) problems.push({ path: `${kind} ${id}: ${metric}`, message: 'is out of range' });
    }
  }
  return problems;
}
