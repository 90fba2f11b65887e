import type { Doc } from '../dump/fields.ts';
import { numberIn, PeerError, type PeerRead, type PeerRoute } from './database.ts';
import { naive, noteOf, pageOf, plain } from './shapes.ts';

/* Chips, qubits and couplings: QDash has a document of a coupling for each direction, and one of each user. */

function chipAnswer({ db, projectId }: PeerRead, doc: Doc) {
  const fields = { project_id: projectId, chip_id: doc.chip_id };
  return {
    ...{ chip_id: doc.chip_id, size: doc.size, topology_id: doc.topology_id ?? null },
    ...{ qubit_count: db.find('qubit', fields).length, coupling_count: db.find('coupling', fields).length },
    ...{ installed_at: naive(doc.installed_at), activity_status: doc.activity_status ?? 'active' },
    ...{ current_cooldown_id: doc.current_cooldown_id ?? null, note: noteOf(doc.note) },
  };
}

const listChips: PeerRoute = (read) => {
  const chips = read.db.find('chip', { project_id: read.projectId }).map((doc) => chipAnswer(read, doc));
  return { chips, total: chips.length };
};

const getChip: PeerRoute = (read) => {
  const doc = read.db.first('chip', { project_id: read.projectId, chip_id: read.params.chip });
  if (!doc) throw new PeerError(404, `Chip ${read.params.chip} not found`);
  return chipAnswer(read, doc);
};

const targetAnswer = (doc: Doc) => ({
  ...{ qid: doc.qid, chip_id: doc.chip_id, status: doc.status ?? 'pending', data: plain(doc.data) },
  note: noteOf(doc.note),
  metric_notes: Object.fromEntries(
    Object.entries((doc.metric_notes ?? {}) as Doc).map(([metric, note]) => [metric, noteOf(note)]),
  ),
});

const listTargets =
  (kind: 'qubit' | 'coupling', mostRows: number): PeerRoute =>
  ({ db, projectId, params, query }) => {
    const limit = numberIn(query, 'limit', kind === 'qubit' ? 50 : 100, 1, mostRows);
    const offset = numberIn(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER);
    const qids = kind === 'qubit' ? query.getAll('qids') : [];
    const chip = { project_id: projectId, chip_id: params.chip };
    if (!db.first('chip', chip)) throw new PeerError(404, `Chip ${params.chip} not found`);
    const docs = db.find(kind, chip).filter(({ qid }) => qids.length === 0 || qids.includes(String(qid)));
    return { [`${kind}s`]: pageOf(docs, offset, limit).map(targetAnswer), total: docs.length, limit, offset };
  };

const getTarget =
  (kind: 'qubit' | 'coupling'): PeerRoute =>
  ({ db, projectId, params: { chip, id } }) => {
    const doc = db.first(kind, { project_id: projectId, chip_id: chip, qid: id });
    if (!doc) throw new PeerError(404, `${kind === 'qubit' ? 'Qubit' : 'Coupling'} ${id} not found in chip ${chip}`);
    return targetAnswer(doc);
  };

export const chipRoutes: Record<string, PeerRoute> = {
  '/chips': listChips,
  '/chips/{chip}': getChip,
  '/chips/{chip}/qubits': listTargets('qubit', 256),
  '/chips/{chip}/qubits/{id}': getTarget('qubit'),
  '/chips/{chip}/couplings': listTargets('coupling', 512),
  '/chips/{chip}/couplings/{id}': getTarget('coupling'),
};
