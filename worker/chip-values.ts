import { splitCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { targetKind } from '#shared/runs/rules/enumerate-plan.ts';
import type { PlannedTask } from '#shared/runs/rules/plan.ts';
import type { TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import type { CurrentValue, CurrentValues, TaskRequest } from '#shared/runs/rules/task-request.ts';

/** Targets as the API answers them with a chip. */
type Targets = Readonly<
  Record<string, { data: Record<string, { value: number; unit: string; calibrated_at: string }> }>
>;

/** Current values of a chip's targets while a run measures new ones. */
export class ChipValues {
  readonly #qubits: Map<string, CurrentValues>;
  readonly #couplings: Map<string, CurrentValues>;

  constructor(qubits: Targets, couplings: Targets) {
    this.#qubits = valuesOf(qubits);
    this.#couplings = valuesOf(couplings);
  }

  /** What a task starts from; of a coupling the values of both qubits too. */
  startOf({ task, target }: PlannedTask): Pick<TaskRequest, 'values' | 'qubits'> {
    const kind = targetKind(task);
    if (kind === 'none') return { values: {} };
    if (kind === 'qubit') return { values: this.#qubits.get(target) ?? {} };
    const values = this.#couplings.get(target) ?? {};
    const [pair] = splitCouplingId(target, this.#qubits);
    if (!pair) return { values };
    const [control, other] = pair.map((qid) => ({ qid, values: this.#qubits.get(qid) ?? {} }));
    return { values, qubits: control && other && { control, target: other } };
  }

  /** Replaces the earlier values with those that a task has measured. */
  add({ task, target }: PlannedTask, { outputParameters, endAt }: TaskOutcome): void {
    const kind = targetKind(task);
    if (kind === 'none') return;
    const targets = kind === 'qubit' ? this.#qubits : this.#couplings;
    const measured = Object.entries(outputParameters).map(([name, { value, unit }]): [string, CurrentValue] => [
      name,
      { value, unit, calibratedAt: endAt },
    ]);
    targets.set(target, { ...targets.get(target), ...Object.fromEntries(measured) });
  }
}

const valuesOf = (targets: Targets): Map<string, CurrentValues> =>
  new Map(
    Object.entries(targets).map(([id, { data }]) => [
      id,
      Object.fromEntries(
        Object.entries(data).map(([name, { value, unit, calibrated_at }]): [string, CurrentValue] => [
          name,
          { value, unit, calibratedAt: calibrated_at },
        ]),
      ),
    ]),
  );
