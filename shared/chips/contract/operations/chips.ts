import * as z from 'zod';
import { define } from '../../../api/define.ts';
import {
  asOfInput,
  booleanParam,
  chipId,
  integerParam,
  listParam,
  message,
  optionalIntegerParam,
  pageFields,
  pageQuery,
  pairKind,
  pairOrElement,
  qid,
  requiredIntegerParam,
} from '../../../api/schemas/common.ts';
import { calendarDay, taskName } from '../../../results/contract/schemas/task-results.ts';
import { chipDay, chipSnapshot, targetDay } from '../../../values/contract/schemas/chip-days.ts';
import {
  chip,
  chipSummary,
  coupling,
  createChipBody,
  createdTopology,
  createTopologyBody,
  deletionImpact,
  mux,
  muxes,
  ownTopology,
  qubit,
  replaceChipBody,
  topology,
  topologySummary,
  updateChipBody,
} from '../schemas/chips.ts';

const ofChip = z.object({ chip_id: chipId });

const ofTopology = z.object({ topology_id: z.string().min(1).max(64) });

const targetPage = (max: number, fallback: number) => ({
  limit: integerParam({ min: 1, max, fallback }),
  offset: integerParam({ min: 0, fallback: 0 }),
});

const ofChipAsOf = asOfInput.optional().meta({
  description:
    'As of an instant, by when values were measured and which of them count today; a bare date means the end of that UTC day. Notes are the present ones',
});

const ifMatch = z.object({ 'if-match': z.string().optional() });

const ofLatest = {
  date: calendarDay.optional().meta({ description: "The latest of that day of the service's calendar" }),
  task_name: taskName.optional().meta({ description: 'This task alone' }),
};
const tasksText =
  'Each qubit has an entry for every standard task on qubits and for those that the project has used: its latest result, or `pending`.';

const daysQuery = z.object({
  skip: pageQuery.skip,
  limit: pageQuery.limit,
  until: calendarDay.optional().meta({ description: 'Only this day and those before it' }),
});
const daysFields = {
  ...pageFields,
  next_cursor: pageFields.next_cursor.meta({ description: 'Always null: further days are asked for by `skip`' }),
};
const daysText =
  'One entry a day of the calendar on which it was written, with how that day left it, today included. For its state on a day: `until` that day with `limit` 1.';

/** Chips, their qubits, couplings and muxes, imports and topologies. */
export const chipOperations = {
  listChips: define('listChips', {
    summary: 'Chips of the project, by id',
    query: z.object(pageQuery),
    status: 200,
    response: z.object({ chips: z.array(chipSummary), ...pageFields }),
  }),
  createChip: define('createChip', {
    summary: 'Create a chip with its qubits and couplings from a topology',
    body: createChipBody,
    status: 201,
    response: chip,
    errors: ['unknown_reference', 'already_exists'],
  }),
  getChip: define('getChip', {
    summary: 'One chip with its qubits, couplings and elements',
    params: ofChip,
    description: 'With `as_of` there is no `ETag`.',
    query: z.object({ include: z.enum(['all', 'none']).default('all'), as_of: ofChipAsOf }),
    status: 200,
    response: chip,
    errors: ['not_found'],
    etag: true,
  }),
  replaceChip: define('replaceChip', {
    summary: "Replace a chip's mutable fields",
    params: ofChip,
    headers: ifMatch,
    body: replaceChipBody,
    status: 200,
    response: chip,
    errors: ['not_found', 'unknown_reference', 'etag_mismatch', 'not_empty', 'run_active'],
    etag: true,
  }),
  updateChip: define('updateChip', {
    summary: "Change a chip's topology, readout lines, activity or legacy global note",
    params: ofChip,
    headers: ifMatch,
    body: updateChipBody,
    status: 200,
    response: chip,
    errors: ['not_found', 'unknown_reference', 'etag_mismatch', 'not_empty', 'run_active'],
    etag: true,
  }),
  deleteChip: define('deleteChip', {
    summary: 'Delete a chip',
    description:
      'Refused with 409 while it has qubits or couplings, unless `force=true`. The chip is hidden at once. For 24 hours the deletion can be undone, by the entry that the header `undo-entries` names, unless a new chip gets its id; then its values and notes are removed. Task results, executions and events stay.',
    params: ofChip,
    query: z.object({
      force: booleanParam(false),
      permanent: booleanParam(false).meta({
        description: 'Removes the chip at once and for good; also a deleted one that can still be restored',
      }),
    }),
    status: 200,
    response: message,
    errors: ['not_found', 'not_empty', 'run_active'],
  }),
  getChipDeletionImpact: define('getChipDeletionImpact', {
    summary: 'What a delete would remove',
    params: ofChip,
    status: 200,
    response: deletionImpact,
    errors: ['not_found'],
  }),
  listChipMuxes: define('listChipMuxes', {
    summary: 'Muxes of a chip with the latest results on their qubits',
    description: tasksText,
    params: ofChip,
    query: z.object({
      ...ofLatest,
      skip: pageQuery.skip,
      limit: integerParam({ min: 1, max: 256, fallback: 64 }),
    }),
    status: 200,
    response: z.object({
      muxes,
      ...pageFields,
      next_cursor: pageFields.next_cursor.meta({ description: 'Always null: further muxes are asked for by `skip`' }),
    }),
    errors: ['not_found'],
  }),
  getChipMux: define('getChipMux', {
    summary: 'One mux with the latest results on its qubits',
    description: tasksText,
    params: z.object({ chip_id: chipId, mux_id: requiredIntegerParam({ min: 0 }) }),
    query: z.object(ofLatest),
    status: 200,
    response: mux,
    errors: ['not_found'],
  }),
  listChipQubits: define('listChipQubits', {
    summary: 'Qubits of a chip with their current values, in numeric order',
    params: ofChip,
    query: z.object({ ...targetPage(1024, 50), qids: listParam(qid), as_of: ofChipAsOf }),
    status: 200,
    response: z.object({ qubits: z.array(qubit), ...pageFields, offset: z.int() }),
    errors: ['not_found'],
  }),
  getChipQubit: define('getChipQubit', {
    summary: 'One qubit with its current values',
    params: z.object({ chip_id: chipId, qid }),
    query: z.object({ as_of: ofChipAsOf }),
    status: 200,
    response: qubit,
    errors: ['not_found'],
  }),
  listChipCouplings: define('listChipCouplings', {
    summary: 'Couplings of a chip with their current values, in numeric order',
    params: ofChip,
    query: z.object({ ...targetPage(2048, 100), as_of: ofChipAsOf }),
    status: 200,
    response: z.object({ couplings: z.array(coupling), ...pageFields, offset: z.int() }),
    errors: ['not_found'],
  }),
  getChipCoupling: define('getChipCoupling', {
    summary: 'One coupling or element with its current values; a pair is found under the reversed id too',
    params: z.object({ chip_id: chipId, coupling_id: pairOrElement }),
    query: z.object({ as_of: ofChipAsOf, kind: pairKind }),
    status: 200,
    response: coupling,
    errors: ['not_found'],
  }),
  listChipDays: define('listChipDays', {
    summary: 'The days on which a chip was changed, newest first',
    description:
      'One entry a day of the calendar on which the chip, a qubit or a coupling of it was written, with how that day left the chip itself, today included.',
    params: ofChip,
    query: daysQuery,
    status: 200,
    response: z.object({ days: z.array(chipDay), ...daysFields }),
    errors: ['not_found'],
  }),
  getChipDay: define('getChipDay', {
    summary: 'A chip with its qubits and couplings as a day left it',
    description: 'For today, the present state. A day before the chip was created is 404, a future one 400.',
    params: z.object({ chip_id: chipId, date: calendarDay }),
    status: 200,
    response: chipSnapshot,
    errors: ['not_found'],
  }),
  listQubitDays: define('listQubitDays', {
    summary: 'The daily history of a qubit, newest first',
    description: daysText,
    params: z.object({ chip_id: chipId, qid }),
    query: daysQuery,
    status: 200,
    response: z.object({ days: z.array(targetDay), ...daysFields }),
    errors: ['not_found'],
  }),
  listCouplingDays: define('listCouplingDays', {
    summary: 'The daily history of a coupling or element, newest first; a pair is found under the reversed id too',
    description: daysText,
    params: z.object({ chip_id: chipId, coupling_id: pairOrElement }),
    query: daysQuery.extend({ kind: pairKind }),
    status: 200,
    response: z.object({ days: z.array(targetDay), ...daysFields }),
    errors: ['not_found'],
  }),
  listTopologies: define('listTopologies', {
    summary: 'Topologies to create a chip from: the built-in ones and those of the project',
    query: z.object({ size: optionalIntegerParam({ min: 1 }) }),
    status: 200,
    response: z.object({ topologies: z.array(topologySummary), ...pageFields }),
  }),
  listProjectTopologies: define('listProjectTopologies', {
    summary: 'Topologies of the project, by id: those that were made in it and those that imports brought',
    status: 200,
    response: z.object({ topologies: z.array(ownTopology), ...pageFields }),
  }),
  createTopology: define('createTopology', {
    summary: 'Add a topology to the project',
    description:
      'Reads four forms: what `GET /topologies/{topology_id}` answers; `couplings` alone, whose qubits are placed by the service; a topology file of QDash as JSON; a device topology of OQTOPUS. The same topology again changes nothing.',
    body: createTopologyBody,
    status: 201,
    response: createdTopology,
    errors: ['already_exists', 'limit_reached'],
  }),
  getTopology: define('getTopology', {
    summary: 'One topology, built in or of the project: qubits with their places, couplings, readout lines',
    description: 'A deleted one is answered too, since chips may have it.',
    params: ofTopology,
    status: 200,
    response: topology,
    errors: ['not_found'],
  }),
  deleteTopology: define('deleteTopology', {
    summary: 'Delete a topology of the project; chips that have it keep it',
    params: ofTopology,
    status: 200,
    response: message,
    errors: ['not_found', 'conflict'],
  }),
  getTopologyById: define('getTopologyById', {
    summary: 'One topology: positions and couplings',
    params: ofTopology,
    status: 200,
    response: z.object({ data: topology }),
    errors: ['not_found'],
  }),
};
