import { itemOf, UnknownLine } from '#shared/archives/store/archived-items.ts';
import type { ChipStatisticsRecord } from '#shared/chips/store/chip-statistics.ts';
import type { ChipRecord, TargetRecord, TopologyRecord } from '#shared/chips/store/chips.ts';
import type { CooldownDataRecord, CooldownRecord, CryostatRecord } from '#shared/cooldowns/store/cooldowns.ts';
import type { WiringEventRecord } from '#shared/cooldowns/store/wiring-events.ts';
import type { Category } from '#shared/discussions/rules/categories.ts';
import type { KnowledgeRecord } from '#shared/discussions/store/knowledge.ts';
import type { ThreadRow } from '#shared/discussions/store/thread-rows.ts';
import type { ReplyRecord, ThreadRecord } from '#shared/discussions/store/threads.ts';
import type { FlowRecord, FlowVersionRecord } from '#shared/flows/store/flows.ts';
import { isNestedDeeper } from '#shared/kernel/rules/nesting.ts';
import type { NoteCountRecord } from '#shared/notes/store/note-counts.ts';
import type { NoteEventRecord } from '#shared/notes/store/note-events.ts';
import type { StoredNote } from '#shared/notes/store/notes.ts';
import type { MemberRecord, ProjectRecord } from '#shared/projects/store/projects.ts';
import type { ReExecutionRecord } from '#shared/results/store/re-executions.ts';
import type {
  CalibrationNoteRecord,
  TaskDefinitionRecord,
  UsedNameRecord,
} from '#shared/results/store/task-registry.ts';
import type { TaskResultRecord } from '#shared/results/store/task-results.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import type { CounterRecord, LockRecord, RunPointerRecord } from '#shared/runs/store/locks.ts';
import type { ScheduleRecord } from '#shared/schedules/store/schedules.ts';
import type { OpenChipDayRecord } from '#shared/values/store/days/open-chip-days.ts';
import type { TargetDayRecord } from '#shared/values/store/days/target-days.ts';

/** The records of each kind that an import from QDash writes. */
export interface Records {
  project: ProjectRecord;
  member: MemberRecord;
  topology: TopologyRecord;
  chip: ChipRecord;
  target: TargetRecord;
  'chip-statistics': ChipStatisticsRecord;
  'target-day': TargetDayRecord;
  'open-chip-day': OpenChipDayRecord;
  execution: ExecutionRecord;
  run: RunPointerRecord;
  lock: LockRecord;
  counter: CounterRecord;
  'task-result': TaskResultRecord;
  're-execution': ReExecutionRecord;
  'task-definition': TaskDefinitionRecord;
  tag: UsedNameRecord;
  backend: UsedNameRecord;
  'calibration-note': CalibrationNoteRecord;
  'calibration-note-piece': Pick<
    CalibrationNoteRecord,
    'projectId' | 'executionId' | 'taskId' | 'chipId' | 'packedNote'
  > & {
    piece: number;
  };
  flow: FlowRecord;
  'flow-version': FlowVersionRecord;
  schedule: ScheduleRecord;
  note: StoredNote;
  'note-event': NoteEventRecord;
  'note-count': NoteCountRecord;
  cryostat: CryostatRecord;
  cooldown: CooldownRecord;
  'cooldown-data': CooldownDataRecord;
  'wiring-event': WiringEventRecord;
  'thread-categories': { projectId: string; categories: Category[] };
  thread: ThreadRecord;
  'thread-reply': ReplyRecord;
  'thread-row': ThreadRow;
  'thread-count': { projectId: string; last: number };
  'issue-knowledge': KnowledgeRecord;
  'task-case': { projectId: string; taskName: string; issueId: string };
}

export type Kind = keyof Records;

/** The versions of the stored shapes in `Records`; a test compares them with the entities. */
export const versions: Readonly<Record<Kind, number>> = {
  project: 1,
  member: 1,
  topology: 1,
  chip: 1,
  target: 2,
  'chip-statistics': 1,
  'target-day': 2,
  'open-chip-day': 1,
  execution: 2,
  run: 1,
  lock: 1,
  counter: 1,
  'task-result': 3,
  're-execution': 1,
  'task-definition': 1,
  tag: 1,
  backend: 1,
  'calibration-note': 1,
  'calibration-note-piece': 1,
  flow: 1,
  'flow-version': 1,
  schedule: 2,
  note: 1,
  'note-event': 1,
  'note-count': 2,
  cryostat: 1,
  cooldown: 1,
  'cooldown-data': 1,
  'wiring-event': 1,
  'thread-categories': 1,
  thread: 1,
  'thread-reply': 1,
  'thread-row': 2,
  'thread-count': 1,
  'issue-knowledge': 1,
  'task-case': 1,
};

/** A record to be imported. */
export interface Line<K extends Kind = Kind> {
  kind: K;
  projectId: string;
  text: string;
}

/** The line of an archive that has a record (rule ARCHIVE-2). */
export function lineOf<K extends Kind>(kind: K, record: Records[K]): Line<K> {
  const fields = Object.entries(record).filter(([, value]) => value !== undefined);
  const bytes = fields.filter(([, value]) => value instanceof Uint8Array).map(([name]) => name);
  const kept = Object.fromEntries(
    fields.map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value]),
  );
  const line = { kind, version: versions[kind], rev: 1, ...(bytes.length > 0 ? { bytes } : {}), record: kept };
  return { kind, projectId: record.projectId, text: JSON.stringify(line) };
}

/** Shorter lines and texts, and fewer levels, are always accepted by the service. */
const alwaysFits = { line: 90_000, text: 200, levels: 20 };

/** Longest line, below what a transaction may have (TransactWriteItems: 4 MB). */
const longestLine = 2_500_000;

/** Why the service would refuse a line that is long, deeply nested or has a long text, which may be an id; undefined if it accepts it. */
export function problemOf({ projectId, text }: Line, record: object): string | undefined {
  const isLong = Object.values(record).some((value) => typeof value === 'string' && value.length > alwaysFits.text);
  const isDeep = isNestedDeeper(record, alwaysFits.levels);
  if (!isLong && !isDeep && text.length < alwaysFits.line) return undefined;
  if (Buffer.byteLength(text) > longestLine) return `is longer than ${longestLine / 1_000_000} MB`;
  try {
    itemOf(text, projectId, () => undefined);
    return undefined;
  } catch (error) {
    if (error instanceof UnknownLine) return error.message;
    throw error;
  }
}
