import * as z from 'zod';
import { TECHNOLOGIES } from '#shared/values/rules/technology.ts';
import {
  byElementKind,
  chipId,
  instant,
  instantInput,
  note,
  noteContent,
  qid,
  systemInfo,
  visible,
} from '../../../api/schemas/common.ts';
import { taskResult } from '../../../results/contract/schemas/task-results.ts';
import { parameter } from '../../../values/contract/schemas/parameters.ts';

/** Wire shapes of chips, their targets and topologies. */

const activityStatus = z.enum(['active', 'inactive']);

/** What the qubits of a chip are. */
export const technology = z.enum(TECHNOLOGIES).meta({
  description: 'What its qubits are, which decides which values cannot be; a chip that names none is of transmons',
});

/** A chip without its maps: the row of a list. */
const chipRow = {
  chip_id: z.string(),
  size: z.int(),
  topology_id: z.string().nullable(),
  qubit_count: z.int(),
  coupling_count: z.int(),
  installed_at: instant.nullable(),
  activity_status: activityStatus,
  current_cooldown_id: z.string().nullable(),
  last_calibrated_at: instant.nullable().meta({ description: 'When the newest value of the chip was measured' }),
  note,
};

const target = {
  qid: z.string(),
  chip_id: z.string(),
  project_id: z.string(),
  username: z.string(),
  status: z.string(),
  data: z.record(z.string(), parameter),
  faulty: z.array(z.string()).meta({ description: 'Metrics that the device reports as faulty; they have no value' }),
  note,
  metric_notes: z.record(z.string(), note),
  system_info: systemInfo,
};

/** One qubit with its current values. */
export const qubit = z.object(target).meta({ id: 'Qubit' });

/** One coupling; `qid` is its id, control first if it is directed. */
export const coupling = z.object(target).meta({ id: 'Coupling' });

export const chipSummary = z.object(chipRow).meta({ id: 'ChipSummary' });

/** One chip; the maps are left out with `include=none`. */
export const chip = z
  .object({
    ...chipRow,
    technology: z.string().meta({ description: 'What its qubits are, such as `transmon`; more may come' }),
    username: z.string(),
    project_id: z.string(),
    readout_lines: z
      .array(z.array(z.string()))
      .meta({ description: 'The qubits of each readout line: mux k is line k' }),
    system_info: systemInfo,
    qubits: z.record(z.string(), qubit).optional(),
    couplings: z.record(z.string(), coupling).optional(),
    elements: byElementKind(z.record(z.string(), coupling)).optional(),
  })
  .meta({ id: 'Chip' });

const size = z.int().min(1).max(1024);
const topologyId = z.string().min(1).max(64);

const readout = {
  mux_size: z
    .int()
    .min(1)
    .max(1024)
    .nullish()
    .meta({ description: 'Qubits a readout line, in the order of their ids; the last line has what is left' }),
  readout_lines: z
    .array(z.array(qid).min(1).max(1024))
    .max(1024)
    .nullish()
    .meta({ description: 'The qubits of each readout line, each qubit in at most one' }),
};

/** A new chip. Size and topology follow from each other where only one is given; the default is 64 qubits. */
export const createChipBody = z
  .object({
    chip_id: visible(chipId),
    size: size.nullish(),
    topology_id: topologyId.nullish(),
    couplings: z.enum(['none', 'nearest_neighbour']).nullish().meta({
      description:
        'Without a topology: the couplings of the grid; by default those of the built-in square lattice of that size, else none',
    }),
    ...readout,
    technology: technology.nullish(),
  })
  .meta({ id: 'CreateChip' });

/** Replacement of a chip's mutable fields; `size` only while the chip is empty of data (rule CHIP-4). */
export const replaceChipBody = z
  .object({
    size: size.default(64),
    topology_id: topologyId.nullish(),
    activity_status: activityStatus.default('active'),
    installed_at: instantInput.nullish(),
    note: noteContent.nullish(),
    ...readout,
  })
  .meta({ id: 'ReplaceChip' });

/** Changes to a chip; absent or null fields stay. `note` writes the legacy global note. */
export const updateChipBody = z
  .object({
    topology_id: topologyId.nullish(),
    activity_status: activityStatus.nullish(),
    technology: technology.nullish(),
    note: noteContent.nullish(),
    ...readout,
  })
  .meta({ id: 'UpdateChip' });

/** What a delete would remove or leave without its chip. */
export const deletionImpact = z
  .object({
    chip_id: z.string(),
    qubits: z.int(),
    couplings: z.int(),
    task_results: z.int(),
    qubit_history_snapshots: z.int(),
    coupling_history_snapshots: z.int(),
    chip_history_snapshots: z.int(),
    notes: z.int().meta({ description: 'Notes and comments, which go with the chip' }),
    note_events: z.int().meta({ description: 'Entries of the audit feed, which stay' }),
    cooldowns_referencing: z.int(),
    can_delete_safely: z.boolean(),
  })
  .meta({ id: 'ChipDeletionImpact' });

const muxDetail = z
  .object({ mux_id: z.int(), detail: z.record(z.string(), z.record(z.string(), taskResult)) })
  .meta({ id: 'MuxDetail' });

/** One mux: qid -> task name -> result. */
export const mux = muxDetail;

/** All muxes of a chip by id. */
export const muxes = z.record(z.string(), muxDetail);

/** A lattice: where each qubit sits and which pairs are coupled. */
export const topology = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    layout_type: z.string(),
    grid_size: z.int(),
    num_qubits: z.int(),
    direction_convention: z.string().nullable(),
    mux: z.object({ enabled: z.boolean(), size: z.int() }),
    qubits: z.record(z.string(), z.object({ row: z.number(), col: z.number() })),
    couplings: z.array(z.array(z.union([z.int(), z.string()])).length(2)),
    visualization: z.object({ show_mux_boundaries: z.boolean(), region_size: z.int() }),
    directed: z.boolean().meta({ description: 'The first qubit of a coupling is its control' }),
    readout_lines: z
      .array(z.array(z.string()))
      .nullable()
      .meta({ description: 'The qubits of each readout line; null where the topology states none' }),
    deleted_at: instant
      .nullable()
      .meta({ description: 'When it was deleted: chips that have it keep it, and no chip is made of it' }),
  })
  .meta({ id: 'Topology' });

/** A topology in one of the forms that `POST /topologies` reads (rule CHIP-14). */
export const createTopologyBody = z
  .looseObject({
    id: z.string().min(1).max(64).nullish().meta({ description: 'By default `device_id`, else made from the content' }),
    name: z.string().max(500).nullish(),
    description: z.string().max(500).nullish(),
    qubits: z
      .unknown()
      .optional()
      .meta({ description: 'Places by qubit (`{"0": {"row": 0, "col": 0}}`), names, or qubits as OQTOPUS lists them' }),
    couplings: z
      .unknown()
      .optional()
      .meta({ description: 'Pairs of qubits: `[0, 1]`, `"0-1"` or `{"control": 0, "target": 1}`; each pair once' }),
    readout_lines: z.unknown().optional().meta({ description: 'Lists of qubits, each qubit in at most one' }),
    directed: z.boolean().nullish(),
  })
  .meta({ id: 'CreateTopology' });

const leftOutEntry = z.object({ path: z.string(), reason: z.string(), count: z.int() });

/** A topology that was made, and what of the request it does not hold. */
export const createdTopology = topology
  .extend({
    left_out: z.array(leftOutEntry).meta({ description: 'Entries of the request that are not kept, by kind' }),
  })
  .meta({ id: 'CreatedTopology' });

/** The row of a project's own topologies. */
export const ownTopology = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    num_qubits: z.int(),
    num_couplings: z.int(),
    username: z.string().nullable().meta({ description: 'Who made it; null where an import brought it' }),
    created_at: instant.nullable(),
  })
  .meta({ id: 'OwnTopology' });

/** The row of the topology list. */
export const topologySummary = z
  .object({ id: z.string(), name: z.string(), num_qubits: z.int() })
  .meta({ id: 'TopologySummary' });
