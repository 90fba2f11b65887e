import { globalScope } from '#shared/notes/rules/scope.ts';
import { type Collection, commonFields, type Mapping, Refusal } from '../collection.ts';
import { type Doc, isDoc, optionalText, partOf, textOf, timesOf } from '../document.ts';
import { emitNote } from '../notes.ts';
import { currentValue } from '../parameters.ts';
import { couplingIdOf, noteIn } from '../survey.ts';

type Kind = 'qubit' | 'coupling';

const homeless = {
  best_data: 'the best value of a metric follows from its history',
  node_info: 'QDash has deprecated it; the map of a chip follows from its topology',
  edge_info: 'QDash has deprecated it; the map of a chip follows from its topology',
};

/** The id of a qubit, or of a coupling whichever of its qubits is named first. */
const idOfTarget = (kind: Kind, doc: Doc): string => {
  const qid = textOf(doc, 'qid');
  return kind === 'qubit' ? qid : (couplingIdOf(qid) ?? qid);
};

const targetFields = [...commonFields, 'chip_id', 'user_id', 'username', 'qid', 'status', 'data'];

/** `qubit` and `coupling`: the current values of each. */
export const targetsOf = (kind: Kind): Collection => ({
  name: kind,
  fields: [...targetFields, 'note', 'metric_notes'],
  homeless,
  keyOf: (doc) => JSON.stringify([textOf(doc, 'chip_id'), idOfTarget(kind, doc)]),
  merge: mergedByMetric,
  map(doc, mapping) {
    const { projectId, survey } = mapping;
    const chip = survey.chip(projectId, textOf(doc, 'chip_id'));
    if (!chip) throw new Refusal('its chip is not in the dump');
    const id = idOfTarget(kind, doc);
    refuseStranger(kind, id, chip.qids);
    const { chipId, createdAt } = chip;
    const { updatedAt } = timesOf(doc);
    const data = valuesOf(doc, updatedAt, `${chipId} ${id}`, mapping);
    const newest = Object.values(data).reduce(
      (last, { calibratedAt }) => (calibratedAt > last ? calibratedAt : last),
      '',
    );
    if (newest > (chip.latestMeasuredAt ?? '')) chip.latestMeasuredAt = newest;
    const target = { kind, id };
    const note = noteIn(doc);
    const metricNotes = Object.fromEntries(
      Object.keys(partOf(doc, 'metric_notes')).map((metric) => [metric, noteIn(partOf(doc, 'metric_notes'), metric)]),
    );
    mapping.emit('target', {
      ...{ projectId, chipId, kind, id, username: textOf(doc, 'username') },
      ...{ status: textOf(doc, 'status', 'pending'), data, faulty: {}, note, metricNotes },
      ...{ createdAt, updatedAt: updatedAt < createdAt ? createdAt : updatedAt },
    });
    emitNote(mapping, { chipId, subject: { level: 'target', target }, scope: globalScope, note });
    for (const [metric, metricNote] of Object.entries(metricNotes))
      emitNote(mapping, { chipId, subject: { level: 'metric', target, metric }, scope: globalScope, note: metricNote });
  },
});

/** `qubit_history` and `coupling_history`: the last state of each day. */
export const targetDaysOf = (kind: Kind): Collection => ({
  name: `${kind}_history`,
  fields: [...targetFields, 'recorded_date', 'cooldown_id'],
  homeless: { ...homeless, note: 'notes are imported from the qubit or coupling itself' },
  keyOf: (doc) => JSON.stringify([textOf(doc, 'chip_id'), idOfTarget(kind, doc), textOf(doc, 'recorded_date')]),
  merge: mergedByMetric,
  map(doc, mapping) {
    const { projectId, survey, tally } = mapping;
    const chip = survey.chip(projectId, textOf(doc, 'chip_id'));
    if (!chip) throw new Refusal('its chip is not in the dump');
    const date = textOf(doc, 'recorded_date');
    if (!/^\d{8}$/.test(date)) throw new Refusal('its recorded_date is not a day');
    const id = idOfTarget(kind, doc);
    refuseStranger(kind, id, chip.qids);
    const { updatedAt } = timesOf(doc);
    const cooldownId = optionalText(doc, 'cooldown_id');
    chip.days[kind] += 1;
    tally.markCooldown(projectId, cooldownId, chip.chipId);
    mapping.emit('target-day', {
      ...{ projectId, chipId: chip.chipId, target: { kind, id }, date, username: textOf(doc, 'username') },
      ...{ status: textOf(doc, 'status'), data: valuesOf(doc, updatedAt, `${chip.chipId} ${id} ${date}`, mapping) },
      ...{ faulty: {}, cooldownId, createdAt: chip.createdAt },
      stateAt: updatedAt < chip.createdAt ? chip.createdAt : updatedAt,
    });
  },
});

function refuseStranger(kind: Kind, id: string, qids: ReadonlySet<string>): void {
  const parts = kind === 'qubit' ? [id] : id.split('-');
  const missing = parts.find((qid) => !qids.has(qid));
  if (missing !== undefined || (kind === 'coupling' && parts.length !== 2))
    throw new Refusal(`its qubit ${missing ?? id} is not in the dump`);
}

function valuesOf(doc: Doc, at: string, example: string, { remark }: Mapping) {
  const values = Object.entries(partOf(doc, 'data')).flatMap(([metric, model]) => {
    const read = currentValue(model, at);
    if (!read) remark('left_out', 'a value that is not a number', `${example} ${metric}`);
    else if (read.suspect) remark('suspect', 'a 0 that QDash may have written for NaN is kept', `${example} ${metric}`);
    return read ? [[metric, read.value] as const] : [];
  });
  return Object.fromEntries(values);
}

/** Of documents of one target the newest value of each metric, and the rest of the newest document. */
function mergedByMetric(docs: readonly Doc[]): Doc {
  const data: Doc = {};
  for (const doc of docs)
    for (const [metric, model] of Object.entries(partOf(doc, 'data'))) {
      const before = data[metric];
      if (before === undefined || measuredAt(model, doc) >= measuredAt(before, undefined))
        data[metric] = dated(model, doc);
    }
  const newest = docs.at(-1) ?? {};
  const noted = docs.findLast((doc) => noteIn(doc).updatedAt !== undefined);
  return { ...newest, data, ...(noted ? { note: noted.note } : {}) };
}

/** A value with the time of its document where it has none of its own. */
const dated = (model: unknown, doc: Doc): Doc => {
  const fields = isDoc(model) && 'value' in model ? model : { value: model };
  return { ...fields, calibrated_at: measuredAt(model, doc) };
};

const measuredAt = (model: unknown, doc: Doc | undefined): string => {
  const at = doc ? timesOf(doc).updatedAt : '';
  return currentValue(model, at)?.value.calibratedAt ?? at;
};
