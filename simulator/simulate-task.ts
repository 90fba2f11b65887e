import { splitCouplingId } from '#shared/chips/rules/coupling-id.ts';
import type { PlannedTask } from '#shared/runs/rules/plan.ts';
import { findTask, type TaskDefinition } from '#shared/runs/rules/task-catalogue.ts';
import type { OutputParameter, TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import type { Bench, Measurement } from './bench.ts';
import { pairExperiments, qubitExperiments, systemExperiments } from './experiments/index.ts';
import { faultOf } from './faults.ts';
import { artifactsOf } from './figures/artifacts.ts';
import { readInputs } from './inputs.ts';
import { outputsOf, problemOf } from './judgement.ts';
import { clamp, significant } from './math/numbers.ts';
import { randomOf } from './math/random.ts';
import { ParameterError, resolveParameters } from './parameters.ts';
import { dayOf } from './truth/drift.ts';
import { type PairTruth, pairTruth } from './truth/pair.ts';
import { type QubitTruth, qubitTruth } from './truth/qubit.ts';
import { settingOf } from './truth/settings.ts';
import type { Values } from './truth/values.ts';

/** A task to simulate. */
export interface SimulationRequest {
  planned: PlannedTask;
  /** Seed of the run's plan, which decides the defective targets and the drift. */
  seed: number;
  /** Current values of the target; empty for a task without one. */
  values: Values;
  /** For a coupling: ids and current values of its qubits. */
  qubits?: { control: QubitValues; target: QubitValues } | undefined;
  /** Start of the task, ISO 8601; its day determines the drift. */
  startAt: string;
}

interface QubitValues {
  qid: string;
  values: Values;
}

const MAX_SHOTS = 1_000_000;
/** Duration of a task without its shots, in seconds. */
const OVERHEAD_SECONDS = 1.5;

/**
 * Simulates one task: generates the data of such a qubit on that day, fits them, and reports the result. Pure: the same
 * request gives the same bytes. Each run and attempt has another task id and so other noise; each day has other qubits.
 * It never throws: an impossible task fails and says why.
 */
export function simulateTask(request: SimulationRequest): TaskOutcome {
  const definition = findTask(request.planned.task.name);
  if (definition === undefined) return failedEarly(request, `${request.planned.task.name} is not a standard task`);
  try {
    return performed(request, definition);
  } catch (error) {
    if (error instanceof ParameterError) return failedEarly(request, `${definition.name}: ${error.message}`);
    throw error;
  }
}

function performed(request: SimulationRequest, definition: TaskDefinition): TaskOutcome {
  const { planned, seed, startAt } = request;
  const parameters = resolveParameters(definition, planned.task.parameters);
  const rates = {
    badTargetRate: clamp(parameters.number('bad_target_rate', 0), 0, 1),
    failureRate: clamp(parameters.number('failure_rate', 0), 0, 1),
  };
  const bench: Bench = {
    random: randomOf(seed, planned.taskId),
    parameters,
    shots: parameters.count('shots', 1024, MAX_SHOTS),
    fault: faultOf(rates, seed, planned.target, planned.taskId),
  };
  const ageingPerDay = clamp(parameters.number('ageing_per_day', 0), 0, 1);
  const { measurement, inputParameters } = measure(request, definition, bench, ageingPerDay);
  const problem = problemOf(definition, measurement) ?? unstableOf(measurement, bench);
  const intervalNs = parameters.count('interval', 153_600, 1_000_000_000);
  const seconds = OVERHEAD_SECONDS + bench.random.uniform() + (measurement.shotsTaken * intervalNs) / 1e9;
  const outputParameters = problem === undefined ? outputsOf(definition, measurement) : {};
  return {
    ...identity(request),
    status: problem === undefined ? 'completed' : 'failed',
    message: problem === undefined ? summaryOf(measurement, outputParameters) : `${definition.name} ${problem}`,
    inputParameters,
    runParameters: parameters.all,
    outputParameters,
    r2: measurement.r2 === undefined ? undefined : significant(measurement.r2, 5),
    ...artifactsOf(definition.name, planned.target, measurement.figures),
    startAt,
    endAt: new Date(Date.parse(startAt) + Math.round(seconds * 1000)).toISOString(),
  };
}

/** Runs the experiment on the target. */
function measure(request: SimulationRequest, definition: TaskDefinition, bench: Bench, ageingPerDay: number) {
  const { planned, seed, values, startAt, qubits } = request;
  const day = dayOf(startAt);
  const truthOf = (target: string, of: Values): QubitTruth =>
    qubitTruth({ seed, target, values: of, day, ageingPerDay });
  if (definition.type === 'coupling') {
    const [controlId, targetId] = splitCouplingId(planned.target)[0] ?? ['', ''];
    const control = qubits?.control ?? { qid: controlId, values: {} };
    const target = qubits?.target ?? { qid: targetId, values: {} };
    const source = { seed, target: planned.target, values, day };
    const pair: PairTruth = pairTruth(source, truthOf(control.qid, control.values), truthOf(target.qid, target.values));
    const controlSetting = (name: string, unit: string) => settingOf(control.values, pair.control, name, unit).value;
    const targetSetting = (name: string, unit: string) => settingOf(target.values, pair.target, name, unit).value;
    const inputParameters = readInputs(definition, [
      { prefix: 'control_', values: control.values, qubit: pair.control },
      { prefix: 'target_', values: target.values, qubit: pair.target },
      { prefix: '', values: { ...target.values, ...control.values, ...values } },
    ]);
    const measurement = experiment(pairExperiments, definition)({ ...bench, pair, controlSetting, targetSetting });
    return { measurement, inputParameters };
  }
  if (definition.type === 'qubit') {
    const qubit = truthOf(planned.target, values);
    const setting = (name: string, unit: string) => settingOf(values, qubit, name, unit).value;
    const inputParameters = readInputs(definition, [{ prefix: '', values, qubit }]);
    return { measurement: experiment(qubitExperiments, definition)({ ...bench, qubit, setting }), inputParameters };
  }
  return { measurement: experiment(systemExperiments, definition)(bench), inputParameters: {} };
}

/** Returns the experiment of a task. A test checks that every task of the catalogue has one. */
function experiment<B>(experiments: Readonly<Record<string, (bench: B) => Measurement>>, { name }: TaskDefinition) {
  const found = experiments[name];
  if (found === undefined) throw new Error(`The simulator has no experiment for ${name}`);
  return found;
}

/** A fault fails its task even if the fit happens to pass, so that the configured rates are exact. */
const unstableOf = ({ shotsTaken }: Measurement, { fault }: Bench): string | undefined =>
  fault && shotsTaken > 0 ? 'readout was unstable while it was measured' : undefined;

/** Summarizes the first two values with their errors, or the experiment's own text, and R². */
function summaryOf({ r2, summary }: Measurement, outputs: Record<string, OutputParameter>): string {
  const values = Object.entries(outputs)
    .slice(0, 2)
    .map(([name, { value, error, unit }]) => {
      const words = formatQuantity(value, error || null, unit);
      return `${name} ${words.replaceAll('\u00a0', ' ')}`;
    });
  const parts = values.length > 0 ? values : [summary ?? 'Done'];
  return [...parts, ...(r2 === undefined ? [] : [`R² ${r2.toFixed(3)}`])].join(', ');
}

function identity({ planned }: SimulationRequest) {
  const { taskId, task, target, upstreamId } = planned;
  return { taskId, name: task.name, type: task.type, target, upstreamId };
}

/** The result of a task that could not start. */
function failedEarly(request: SimulationRequest, message: string): TaskOutcome {
  const { startAt } = request;
  const nothing = { inputParameters: {}, runParameters: {}, outputParameters: {}, figures: [], rawData: [] };
  return { ...identity(request), status: 'failed', message, ...nothing, startAt, endAt: startAt };
}
