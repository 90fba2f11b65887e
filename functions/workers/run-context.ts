import { reverseCouplingId } from '#shared/chips/rules/coupling-id.ts';
import type { TargetRecord } from '#shared/chips/store/chips.ts';
import type { TaskResultRecord } from '#shared/results/store/task-results.ts';
import { exchangedMetric } from '#shared/values/rules/gates.ts';
import type { LastGood } from '#shared/workers/verbs/context/last-good.ts';
import type { ContextChip, ContextPage } from '#shared/workers/verbs/context/read-context.ts';
import { presentInput } from '../runs/parameters.ts';

/** A page of the context of a run, for its worker. */
export const presentContext = (page: ContextPage) => ({
  chip: page.chip ? presentChip(page.chip) : null,
  task_parameters: page.taskParameters ?? null,
  values: page.targets.flatMap(valuesOf),
  results: page.results.map(presentResult),
  results_complete: page.areResultsComplete ?? null,
  last_good: page.lastGood.map(presentLastGood),
  next: page.next ?? null,
});

const presentChip = ({ chipId, size, qubits, couplings, muxes }: ContextChip) => ({
  chip_id: chipId,
  size,
  qubits: qubits.map(({ qid, muxId = null }) => ({ qid, mux_id: muxId })),
  couplings: couplings.map((coupling_id) => ({ coupling_id })),
  muxes: muxes.map((qids, mux_id) => ({ mux_id, qids })),
});

/** A target's value of each metric, with the values that wait to be accepted. */
function valuesOf({ kind, id, data, faulty, held = {} }: TargetRecord) {
  const row = (metric: string) => ({ kind, target_id: id, metric });
  return [
    ...byMetric(data).map(([metric, value]) => ({
      ...row(metric),
      value: value.value,
      error: value.error ?? null,
      unit: value.unit,
      measured_at: value.calibratedAt,
      state: 'current' as const,
      source: value.source,
      execution_id: value.executionId ?? null,
      task_id: value.taskId ?? null,
    })),
    ...byMetric(faulty).map(([metric, at]) => ({
      ...row(metric),
      ...{ value: null, error: null, unit: '', measured_at: at, state: 'faulty' as const },
      ...{ source: null, execution_id: null, task_id: null },
    })),
    ...byMetric(held).map(([metric, value]) => ({
      ...row(metric),
      value: value.value,
      error: value.error ?? null,
      unit: value.unit,
      measured_at: value.at,
      state: 'held' as const,
      ...{ source: null, execution_id: null, task_id: value.taskId ?? null },
    })),
  ];
}

/** Sorted, since a stored map has no order that lasts. */
const byMetric = <T>(map: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));

/** A result by the names under which its worker reported it: the id of a coupling, and the metrics of its direction. */
function presentResult(result: TaskResultRecord) {
  const own = new Set(Object.keys(result.outputParameters));
  const outputs = Object.entries(result.outputParameters).map(([metric, output]) => {
    const name = result.isInverse ? exchangedMetric(metric, own) : metric;
    return [name, presentInput(output, name)] as const;
  });
  return {
    task_id: result.taskId,
    task: result.name,
    task_type: result.taskType,
    qid: (result.isInverse && reverseCouplingId(result.qid)) || result.qid,
    ...(result.muxId === undefined ? {} : { mux_id: result.muxId }),
    ...(result.qidRole ? { qid_role: result.qidRole, upstream_id: result.upstreamId } : {}),
    stage: result.stage,
    attempt: result.attempt ?? null,
    status: result.status,
    message: result.message,
    output_parameters: Object.fromEntries(outputs),
    r2: result.r2 ?? null,
    end_at: result.endAt ?? null,
  };
}

const presentLastGood = ({ task, target, executionId, taskId, endAt }: LastGood) => ({
  task,
  task_type: target.kind,
  qid: target.id,
  execution_id: executionId,
  task_id: taskId,
  end_at: endAt,
});
