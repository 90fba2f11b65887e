import { isResourceId } from '../../kernel/rules/ids.ts';
import { defineEntity, type Entity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, type OnFullPage, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { writesReleasedForms } from '../../kernel/store/dynamodb/written-forms.ts';
import {
  chipKeys,
  projectKeys,
  storedTarget,
  systemKeys,
  type TargetRef,
  targetOfStored,
} from '../../kernel/store/keys.ts';
import type { GateMark, GateMode, HeldRef } from '../../values/rules/gate-mark.ts';
import type { OwnLimits } from '../../values/rules/own-limits.ts';
import type { Technology } from '../../values/rules/technology.ts';
import { compareElements } from '../rules/element-order.ts';
import { LATTICE_KINDS, type LatticeKind } from '../rules/target-kinds.ts';
import type { Readout } from '../rules/topology/muxes.ts';
import type { Topology } from '../rules/topology/types.ts';
import { packValue, unpackValue, type ValueRecord } from './target-values.ts';

export type { ValueRecord } from './target-values.ts';

export interface NoteRecord {
  content: string;
  updatedBy: string;
  updatedAt?: string | undefined;
}

/** The note of something that was never noted. */
export const emptyNote: NoteRecord = { content: '', updatedBy: '' };

/** A chip without its qubits and couplings. */
export interface ChipRecord {
  projectId: string;
  chipId: string;
  username: string;
  size: number;
  topologyId: string;
  /** Its readout lines; absent in a chip of an earlier version (rule CHIP-7). */
  readout?: Readout | undefined;
  /** What its qubits are; transmons where absent. */
  technology?: Technology | undefined;
  qubitCount: number;
  couplingCount: number;
  /** Its couplers, gates and chains; absent for none. */
  elementCount?: number | undefined;
  installedAt?: string | undefined;
  activityStatus: 'active' | 'inactive';
  /** The ongoing cool-down that it is in. */
  currentCooldownId?: string | undefined;
  /** All cool-downs that list it; always written together with their lists. */
  cooldownIds?: string[] | undefined;
  note: NoteRecord;
  /** When its newest value was measured. */
  lastCalibratedAt?: string | undefined;
  /** An import or a worker gave it values: a run of the simulator asks before it adds to them (rule SIM-2). */
  hasRealValues?: true | undefined;
  /** No target is written any more with a time in this calendar day or before it (rule DAY-4). */
  dayFence?: string | undefined;
  /** Its earlier states, for changed days that are not closed yet. */
  earlier?: EarlierState[] | undefined;
  /** When the first of its results of a run of the past began, if that was before it was created here. */
  measuredFrom?: string | undefined;
  /** Set by a deletion: from then on the chip is invisible. */
  deletingAt?: string | undefined;
  /** Of a deleted chip: until when it can be restored. Absent once its items are being removed. */
  restorableUntil?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

/** What a day keeps of a chip itself. */
export type ChipState = Pick<
  ChipRecord,
  | 'username'
  | 'size'
  | 'topologyId'
  | 'readout'
  | 'qubitCount'
  | 'couplingCount'
  | 'installedAt'
  | 'activityStatus'
  | 'updatedAt'
> & { cooldownId?: string | undefined };

/** The state of a chip before a day on which it was changed, for the earlier days that are not closed yet. */
export type EarlierState = ChipState & { before: string };

export const chipEntity = defineEntity<ChipRecord>({
  name: 'chip',
  version: 1,
  keys: (chip) => chipKeys.chip(chip.projectId, chip.chipId),
});

/** A value that waits to be accepted. */
export interface HeldValue extends HeldRef {
  value: number;
  unit: string;
  error?: number | undefined;
  because: GateMark['because'];
}

/** A qubit, coupling or element with its current values. */
export interface TargetRecord {
  projectId: string;
  chipId: string;
  kind: TargetRef['kind'];
  id: string;
  username: string;
  status: string;
  data: Record<string, ValueRecord>;
  /** metric -> when it was found faulty. */
  faulty: Record<string, string>;
  /** By metric: the newest value that is held, until something newer counts (rule GATE-3). */
  held?: Record<string, HeldValue> | undefined;
  note: NoteRecord;
  metricNotes: Record<string, NoteRecord>;
  /** The chip's cool-down when a run or a person last wrote a value; an import's values are under none. */
  cooldownId?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

const targetShape = defineEntity<TargetRecord>({
  name: 'target',
  version: 2,
  keys: (target) => chipKeys.target(target.projectId, target.chipId, target),
  // Version 1 had maps of values, which are read as they are.
  released: { version: 1 },
  upgrades: { 1: (old) => old },
});

/** Codec of targets. */
export const targetEntity: Entity<TargetRecord> = {
  ...targetShape,
  encode: (target, rev) => ({
    ...targetShape.encode({ ...target, ...targetOfStored(target) }, rev),
    ...storedTarget(targetOfStored(target)),
    data: mapValues(target.data, packValue),
  }),
  decode: (item) => {
    const target = targetShape.decode(item);
    const { kind, id } = targetOfStored(target);
    return { ...target, kind, id, data: mapValues(target.data, unpackValue) };
  },
};

/**
 * What an update of single values sets besides them. In the released form that is nothing: an item with texts stays one
 * of version 2, and one without them stays readable for the last release.
 */
export const targetVersion = (): { v?: number } => (writesReleasedForms() ? {} : { v: targetEntity.version });

/** In one pass: a chip of 1,024 qubits has tens of thousands of values. */
function mapValues<From, To>(values: Record<string, From>, change: (value: From) => To): Record<string, To> {
  const changed: Record<string, To> = {};
  for (const name in values) changed[name] = change(values[name] as From);
  return changed;
}

/** A topology of a project: made there, or brought by an import (rules CHIP-8, CHIP-14). */
export interface TopologyRecord {
  projectId: string;
  topology: Topology;
  /** Who made it and when; absent in one that an import brought. */
  username?: string | undefined;
  createdAt?: string | undefined;
  /** No chip was made of it yet, so that nothing is lost with it. Absent where a chip may have it (rule CHIP-15). */
  unused?: true | undefined;
  /** Deleted: it is not listed, and no chip is made of it, but those that have it keep it. */
  deletedAt?: string | undefined;
}

/** Codec of the topologies of a project. */
export const topologyEntity = defineEntity<TopologyRecord>({
  name: 'topology',
  version: 1,
  keys: (record) => projectKeys.topology(record.projectId, record.topology.topologyId),
});

/** An import that was carried out, by the hash of what it wrote. */
export interface ImportRecord {
  projectId: string;
  chipId: string;
  hash: string;
  format: string;
  deviceName: string;
  username: string;
  importedAt: string;
  /** Values that the documents held, faulty marks not among them. */
  values: number;
}

export const importEntity = defineEntity<ImportRecord>({
  name: 'import',
  version: 1,
  keys: (record) => chipKeys.import(record.projectId, record.chipId, record.hash),
});

/**
 * The one structural job of a chip: creating, importing into or deleting it. Written before anything else and removed
 * last, so that what a crash leaves behind is found (gsi2 `PENDING`) and finished by the sweeper.
 */
export interface ChipJobRecord {
  projectId: string;
  chipId: string;
  jobId: string;
  kind: 'create' | 'import' | 'delete';
  username: string;
  startedAt: string;
  /** Until then the job's holder is assumed to be working on it. */
  leaseUntil: string;
  /** Id of the job's holder: a new one for each takeover. Absent in items of an earlier version. */
  holder?: string | undefined;
  /** Of an import: the gate that its project had when it began. */
  gate?: GateMode | undefined;
  /** Of an import: the limits of values that its project had then. */
  limits?: OwnLimits | undefined;
  /** Number of stored parts of the import plan. */
  parts: number;
  create?: { size: number; topologyId: string; readout?: Readout | undefined } | undefined;
  /** Of a new chip. */
  technology?: Technology | undefined;
  /** Of an import: the cool-down that its values belong to. Absent in items of an earlier version. */
  cooldownId?: string | undefined;
}

export const chipJobEntity = defineEntity<ChipJobRecord>({
  name: 'chip-job',
  version: 1,
  keys: (job) => ({
    ...chipKeys.job(job.projectId, job.chipId),
    gsi2pk: systemKeys.pending,
    gsi2sk: job.startedAt,
  }),
  slim: (job) => ({ projectId: job.projectId, chipId: job.chipId }),
});

/** Reads a chip; undefined if it is deleted, and for an id that no chip can have. */
export async function getChip(
  db: Database,
  projectId: string,
  chipId: string,
): Promise<Stored<ChipRecord> | undefined> {
  const chip = await getKeptChip(db, projectId, chipId);
  return chip?.deletingAt ? undefined : chip;
}

/** Reads a chip whose items are kept: also a deleted one that can be restored (rule CHIP-18). */
export async function getKeptChip(
  db: Database,
  projectId: string,
  chipId: string,
): Promise<Stored<ChipRecord> | undefined> {
  // The table refuses keys that are too long.
  if (!isResourceId(chipId)) return undefined;
  const item = await getItem(db, chipKeys.chip(projectId, chipId));
  const chip = item && chipEntity.decode(item);
  return chip && isKept(chip) ? chip : undefined;
}

/** The chips of a project but for those that are deleted, in the order of their ids. */
export const listPresentChips = async (db: Database, projectId: string): Promise<Stored<ChipRecord>[]> =>
  (await queryAll(db, chipKeys.chips(projectId)))
    .map((item) => chipEntity.decode(item))
    .filter(({ deletingAt }) => !deletingAt);

/** Whether no item of the chip is being removed. */
export const isKept = ({ deletingAt, restorableUntil }: ChipRecord): boolean =>
  deletingAt === undefined || restorableUntil !== undefined;

/** Qubits (or couplings) that one parallel range holds; about half a megabyte at twelve values each. */
const rangeSize = 256;

/**
 * Reads all qubits or all couplings of a chip in numeric order, in concurrent ranges: one round trip up to a megabyte a
 * range (1,024 qubits are four ranges).
 */
export async function listTargets(
  db: Database,
  chip: Pick<ChipRecord, 'projectId' | 'chipId' | 'size'>,
  kind: LatticeKind,
  { consistent = true, onFullPage }: { consistent?: boolean; onFullPage?: OnFullPage | undefined } = {},
): Promise<Stored<TargetRecord>[]> {
  const { pk } = chipKeys.qubits(chip.projectId, chip.chipId);
  const count = Math.max(1, Math.ceil(chip.size / rangeSize));
  const ranges = await Promise.all(
    Array.from({ length: count }, (_, n) => {
      const { from, through } = chipKeys.targetRange(
        kind,
        n * rangeSize,
        n + 1 < count ? (n + 1) * rangeSize : undefined,
      );
      return queryAll(db, { pk, from, through, consistent }, onFullPage);
    }),
  );
  return ranges.flat().map((item) => targetEntity.decode(item));
}

/** All elements of a chip: no read if it has none. */
export async function listElements(
  db: Database,
  { projectId, chipId, elementCount = 0 }: Pick<ChipRecord, 'projectId' | 'chipId' | 'elementCount'>,
  { consistent = true, onFullPage }: { consistent?: boolean; onFullPage?: OnFullPage | undefined } = {},
): Promise<Stored<TargetRecord>[]> {
  if (elementCount === 0) return [];
  const items = await queryAll(db, { ...chipKeys.elements(projectId, chipId), consistent }, onFullPage);
  return items.map((item) => targetEntity.decode(item)).sort(compareElements);
}

/** The topology of a chip: its qubits, then its couplings, in one round trip. */
export const listLatticeTargets = async (
  db: Database,
  chip: Pick<ChipRecord, 'projectId' | 'chipId' | 'size'>,
  options?: { consistent?: boolean; onFullPage?: OnFullPage | undefined },
): Promise<Stored<TargetRecord>[]> =>
  (await Promise.all(LATTICE_KINDS.map((kind) => listTargets(db, chip, kind, options)))).flat();

/** Everything that is measured on a chip: qubits, couplings, then elements. */
export const listAllTargets = async (
  db: Database,
  chip: Pick<ChipRecord, 'projectId' | 'chipId' | 'size' | 'elementCount'>,
  options?: { consistent?: boolean; onFullPage?: OnFullPage | undefined },
): Promise<Stored<TargetRecord>[]> =>
  (await Promise.all([listLatticeTargets(db, chip, options), listElements(db, chip, options)])).flat();
