import type { Doc } from '../dump/fields.ts';
import { numberIn, PeerError, type PeerRoute, required } from './database.ts';
import { byLatest, naive, order, plain, zulu } from './shapes.ts';

/* Metrics, which QDash reads from its task results, and versions of parameters. */

/** QDash's catalogue of metrics. */
const catalogue = {
  qubit: [
    ...['readout_frequency', 'qubit_frequency', 'anharmonicity', 't1', 't1_average', 't2_echo', 't2_echo_average'],
    ...['t2_star', 'average_readout_fidelity', 'average_gate_fidelity', 'x90_gate_fidelity', 'x180_gate_fidelity'],
    ...['maximum_rabi_frequency', 'hpi_amplitude', 'hpi_length', 'one_qubit_gate_coherence_limit'],
  ],
  coupling: [
    ...['zx90_gate_fidelity', 'bell_state_fidelity', 'zx90_gate_time', 'two_qubit_gate_coherence_limit'],
    'static_zz_interaction',
  ],
};

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The newest value of each metric and target among completed task results that are not excluded. */
function latestValues(docs: readonly Doc[], kind: 'qubit' | 'coupling') {
  const rows = docs
    .filter((doc) => doc.task_type === kind && doc.status === 'completed' && doc.excluded !== true)
    .toSorted(byLatest('start_at'));
  return Object.fromEntries(
    catalogue[kind].map((metric) => {
      const values: Doc = {};
      for (const { qid, task_id, execution_id, output_parameters } of rows) {
        const model = (output_parameters as Doc)[metric] as Doc | undefined;
        if (!model || Object.hasOwn(values, String(qid))) continue;
        const [value, stddev] = [model.value, model.error].map((one) => (isNumber(one) ? one : null));
        values[String(qid)] = { value, task_id, execution_id, stddev };
      }
      return [metric, values];
    }),
  );
}

const getChipMetrics: PeerRoute = ({ db, projectId, params, user, query }) => {
  const chip = { project_id: projectId, chip_id: params.chip };
  const qubits = db.find('qubit', chip).length;
  if (qubits === 0 && !db.first('chip', chip))
    throw new PeerError(404, `Chip ${params.chip} not found in project ${projectId}`);
  const [from, to] = [query.get('start_at'), query.get('end_at')];
  const docs = db
    .find('task_result_history', chip)
    .filter(({ start_at }) => (!from || order(start_at) >= order(from)) && (!to || order(start_at) <= order(to)));
  return {
    ...{ chip_id: params.chip, username: user.username, qubit_count: qubits, within_hours: null },
    ...{ start_at: from, end_at: to, qubit_metrics: latestValues(docs, 'qubit') },
    coupling_metrics: latestValues(docs, 'coupling'),
  };
};

const metricHistory: PeerRoute = ({ db, projectId, params, user, query }) => {
  const metric = required(query, 'metric');
  const fields = { project_id: projectId, chip_id: params.chip, qid: params.id };
  const docs = db
    .find('task_result_history', fields)
    .filter(({ output_parameters }) => Object.hasOwn(output_parameters as Doc, metric))
    .toSorted(byLatest('start_at'));
  const history = docs.map((doc) => {
    const model = (doc.output_parameters as Doc)[metric] as Doc;
    return {
      ...{ value: isNumber(model.value) ? model.value : null, execution_id: doc.execution_id, task_id: doc.task_id },
      ...{ timestamp: zulu(doc.start_at), calibrated_at: naive(model.calibrated_at), name: doc.name },
      ...{ input_parameters: plain(doc.input_parameters), output_parameters: plain(doc.output_parameters) },
      ...{ excluded: doc.excluded ?? false, excluded_reason: doc.excluded_reason ?? '' },
      ...{ excluded_by: doc.excluded_by ?? null, excluded_at: zulu(doc.excluded_at) },
    };
  });
  return { chip_id: params.chip, qid: params.id, metric_name: metric, username: user.username, history };
};

/** Each output of a completed task is a version of its parameter. */
const provenanceHistory: PeerRoute = ({ db, projectId, query }) => {
  const [name, qid] = [required(query, 'parameter_name'), required(query, 'qid')];
  const limit = numberIn(query, 'limit', 50, 1, 100);
  const docs = db
    .find('task_result_history', { project_id: projectId, qid, status: 'completed' })
    .filter(({ output_parameters }) => Object.hasOwn(output_parameters as Doc, name))
    .toSorted(byLatest('end_at'));
  const versions = docs.map((doc, n) => {
    const model = plain((doc.output_parameters as Doc)[name]) as Doc;
    return {
      ...{ entity_id: `${name}:${qid}:${doc.execution_id}:${doc.task_id}`, parameter_name: name, qid },
      ...{ value: model.value, value_type: model.value_type, unit: model.unit, error: model.error },
      ...{ version: docs.length - n, valid_from: zulu(doc.end_at), valid_until: zulu(docs[n - 1]?.end_at) },
      ...{ execution_id: doc.execution_id, task_id: doc.task_id, task_name: doc.name, project_id: projectId },
      chip_id: doc.chip_id,
    };
  });
  return { parameter_name: name, qid, versions: versions.slice(0, limit), total_versions: versions.length };
};

export const metricRoutes: Record<string, PeerRoute> = {
  '/metrics/chips/{chip}/metrics': getChipMetrics,
  '/metrics/chips/{chip}/qubits/{id}/history': metricHistory,
  '/metrics/chips/{chip}/couplings/{id}/history': metricHistory,
  '/provenance/history': provenanceHistory,
};
