import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { readoutOfTopology } from '#shared/chips/rules/topology/muxes.ts';
import type { EarlierState } from '#shared/chips/store/chips.ts';
import { globalScope } from '#shared/notes/rules/scope.ts';
import { type Collection, commonFields, type Mapping, Refusal } from '../collection.ts';
import { cooldownIdsOf, currentCooldownOf } from '../cooldown-times.ts';
import { type Doc, instantOf, optionalText, textOf, timesOf } from '../document.ts';
import { emitNote } from '../notes.ts';
import { type Chip, noteIn } from '../survey.ts';
import { topologyOf } from '../topology.ts';

/** `chip`: a chip without its qubits and couplings, which have collections of their own. */
export const chips: Collection = {
  name: 'chip',
  fields: [
    ...commonFields,
    ...[
      'chip_id',
      'user_id',
      'username',
      'size',
      'topology_id',
      'installed_at',
      'activity_status',
      'current_cooldown_id',
    ],
    'note',
  ],
  homeless: {
    qubits: 'early chips repeat their qubits, which are imported from their own collection',
    couplings: 'early chips repeat their couplings, which are imported from their own collection',
  },
  keyOf: (doc) => textOf(doc, 'chip_id'),
  map(doc, mapping) {
    const { projectId, survey, tally } = mapping;
    const chip = survey.chip(projectId, textOf(doc, 'chip_id'));
    if (!chip) throw new Refusal('has no id');
    if (chip.qids.size === 0) throw new Refusal('has no qubits in the dump');
    const { updatedAt } = timesOf(doc);
    const { topologyId, readout } = topologyFor(doc, chip, mapping);
    const note = noteIn(doc);
    const current = currentCooldownOf(survey, projectId, chip.chipId, optionalText(doc, 'current_cooldown_id'));
    const state = {
      ...{ username: textOf(doc, 'username'), size: sizeOf(doc, chip), topologyId, readout },
      ...{ qubitCount: chip.qids.size, couplingCount: chip.couplings.size },
      installedAt: instantOf(doc.installed_at),
      activityStatus: textOf(doc, 'activity_status') === 'inactive' ? ('inactive' as const) : ('active' as const),
    };
    const cooldownIds = cooldownIdsOf(survey, projectId, chip.chipId);
    mapping.emit('chip', {
      ...{ projectId, chipId: chip.chipId, ...state, note },
      ...{ currentCooldownId: current, cooldownIds: cooldownIds.length > 0 ? cooldownIds : undefined },
      ...{ lastCalibratedAt: chip.latestMeasuredAt, hasRealValues: true },
      earlier: earlierStates(chip, { ...state, cooldownId: current, updatedAt }),
      ...{ createdAt: chip.createdAt, updatedAt: updatedAt < chip.createdAt ? chip.createdAt : updatedAt },
    });
    emitNote(mapping, { chipId: chip.chipId, subject: { level: 'chip' }, scope: globalScope, note });
    for (const date of [...chip.openDays].sort())
      mapping.emit('open-chip-day', { projectId, chipId: chip.chipId, date });
    const { qubit, coupling } = chip.days;
    const taskResults = Object.values(chip.results).reduce((sum, count) => sum + count, 0);
    const days = { ...(qubit > 0 ? { qubitDays: qubit } : {}), ...(coupling > 0 ? { couplingDays: coupling } : {}) };
    if (taskResults + qubit + coupling > 0)
      mapping.emit('chip-statistics', { projectId, chipId: chip.chipId, ...chip.results, taskResults, ...days });
    for (const id of cooldownIds) if (chip.results.completed) tally.markCooldown(projectId, id, chip.chipId);
  },
};

const sizeOf = (doc: Doc, { qids }: Chip): number => {
  const size = Number(doc.size);
  return Number.isSafeInteger(size) && size >= qids.size ? size : qids.size;
};

/** Its topology if that is built in and has its qubits, or else one that is made of its qubits and couplings. */
function topologyFor(doc: Doc, chip: Chip, mapping: Mapping) {
  const named = textOf(doc, 'topology_id');
  const built = named === '' ? undefined : generateTopology(named);
  if (built && [...chip.qids].every((qid) => built.qubits[qid]))
    return { topologyId: built.topologyId, readout: readoutOfTopology(built) };
  const topology = topologyOf(chip, named, mapping);
  mapping.emit('topology', { projectId: mapping.projectId, topology });
  return { topologyId: topology.topologyId, readout: readoutOfTopology(topology) };
}

/** The states of earlier days that differ from those after them. */
function earlierStates(chip: Chip, now: Omit<EarlierState, 'before'>): EarlierState[] | undefined {
  const days = [...chip.history].sort(([a], [b]) => (a < b ? -1 : 1));
  const states = days.map(([day, doc]) => ({ day, size: Number(doc.size) || now.size }));
  const earlier = states.flatMap(({ day, size }, n): EarlierState[] => {
    const next = states[n + 1];
    return size !== (next?.size ?? now.size) ? [{ ...now, size, before: next?.day ?? dayAfter(day) }] : [];
  });
  return earlier.length > 0 ? earlier : undefined;
}

const dayAfter = (day: string): string => {
  const at = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)) + 1);
  return new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
};
