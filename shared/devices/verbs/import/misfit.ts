import { type ChipRecord, listTargets } from '../../../chips/store/chips.ts';
import type { Context } from '../../../kernel/context.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';

/** Why documents are not of a chip, as a sentence; undefined where they are (rule IMPORT-12). */
export async function misfitOf(ctx: Context, chip: ChipRecord, plan: ImportPlan): Promise<string | undefined> {
  const { numQubits } = plan.topology;
  if (chip.size !== numQubits && !plan.partial)
    return `Chip '${chip.chipId}' has ${chip.size} qubits; the documents describe ${numQubits} of '${plan.deviceName}'`;
  const known = new Set((await listTargets(ctx.db, chip, 'qubit')).map(({ id }) => id));
  const unknown = qidsOf(plan).find((qid) => !known.has(qid));
  if (unknown === undefined) return undefined;
  return `Chip '${chip.chipId}' has no qubit '${unknown}', which the documents of '${plan.deviceName}' describe`;
}

/** The qubits that documents speak of; of a part of a chip, those that they have a value of. */
const qidsOf = (plan: ImportPlan): string[] =>
  plan.targets.flatMap(({ kind, id, values, faulty }) =>
    kind === 'qubit' && (!plan.partial || Object.keys(values).length + Object.keys(faulty).length > 0) ? [id] : [],
  );
