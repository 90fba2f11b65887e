import { orientedTo } from '../../../devices/rules/import/exchanged.ts';
import { type ImportDocuments, planImport } from '../../../devices/rules/import/formats.ts';
import { leaveOutAhead } from '../../../devices/rules/import/leave-out-ahead.ts';
import type { ImportPlan, ImportProblem } from '../../../devices/rules/import/plan.ts';
import { isStorable } from '../../../devices/rules/import/readings.ts';
import { takenOver } from '../../../devices/rules/import/simulated.ts';
import { valuesOf } from '../../../devices/rules/import/values-of.ts';
import { isAhead } from '../../../values/rules/clock-ahead.ts';
import { packPlan, planHash } from './pack-plan.ts';

/** Options for preparing an import, besides its documents. */
export interface PrepareOptions {
  now: string;
  /** The chip that the documents are imported into; undefined for a new one. */
  chip: { chipId: string; hasRealValues?: true | undefined; couplings?: readonly string[] | undefined } | undefined;
  /** Whether the plan is to be stored. */
  packs: boolean;
}

/** A plan as an import carries it out. */
export interface PreparedImport {
  plan: ImportPlan;
  hash: string;
  /** What is stored of it; empty unless asked for. */
  parts: Uint8Array[];
}

/** Most values of one import: a thousand qubits with fifty metrics, or a history of two years of a small chip. */
const mostValues = 50_000;

/** Reads documents and does all that takes time by their length, in one piece: for a thread of its own (rule API-30). */
export function prepareImport(
  given: ImportDocuments,
  { now, chip, packs }: PrepareOptions,
): ({ ok: true } & PreparedImport) | { ok: false; problems: ImportProblem[] } {
  const result = planImport(given);
  const problems = result.ok ? unstorable(result.plan, now, result.datePath) : result.problems;
  if (!result.ok || problems.length > 0) return { ok: false, problems };
  const plan = orientedTo(takenOver(leaveOutAhead(result.plan, now), chip), new Set(chip?.couplings));
  return { ok: true, plan, hash: planHash(plan), parts: packs ? packPlan(plan) : [] };
}

function unstorable(plan: ImportPlan, now: string, datePath = 'date'): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const values = valuesOf(plan);
  if (values > mostValues) {
    problems.push({ path: 'values', message: `are ${values}; at most ${mostValues} are imported at once` });
  }
  if (plan.datedBy === 'document' && plan.newestAt !== null && isAhead(plan.newestAt, now)) {
    problems.push({ path: datePath, message: `${plan.newestAt} is in the future` });
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
