/**
 * Every key of the table (design 4). No other file writes `#`. Builders and parsers are a bijection for any
 * well-formed Unicode id: an id part can neither forge a separator nor collide with another entity's key.
 * `P` = `P#<project_id>`, `C` = `P#<project_id>#C#<chip_id>`.
 */

/** Primary key of an item. */
export interface Key {
  pk: string;
  sk: string;
}

/** Encodes one id part: `#` cannot occur in the result. */
export const encodePart = (text: string): string => text.replace(/%/g, '%25').replace(/#/g, '%23');

/** The inverse of `encodePart`. */
export const decodePart = (text: string): string => text.replace(/%23/g, '#').replace(/%25/g, '%');

const canonicalNumber = /^(0|[1-9]\d{0,3})$/;

/** Encodes a qid: a canonical number of up to four digits is padded so that keys sort in numeric order. */
export const encodeQid = (qid: string): string =>
  canonicalNumber.test(qid) ? qid.padStart(4, '0') : `~${encodePart(qid)}`;

/** The inverse of `encodeQid`. */
export const decodeQid = (text: string): string =>
  text.startsWith('~') ? decodePart(text.slice(1)) : String(Number(text));

const numericPair = /^(0|[1-9]\d{0,3})-(0|[1-9]\d{0,3})$/;

/** Encodes a coupling id so that pairs of numbers sort in numeric order. */
export function encodeCouplingId(id: string): string {
  const pair = numericPair.exec(id);
  return pair ? `${pair[1]?.padStart(4, '0')}-${pair[2]?.padStart(4, '0')}` : `~${encodePart(id)}`;
}

/** The inverse of `encodeCouplingId`. */
export function decodeCouplingId(text: string): string {
  if (text.startsWith('~')) return decodePart(text.slice(1));
  return text
    .split('-')
    .map((part) => String(Number(part)))
    .join('-');
}

/** A qubit or a coupling of a chip. */
export interface TargetRef {
  kind: 'qubit' | 'coupling';
  id: string;
}

const project = (projectId: string): string => `P#${encodePart(projectId)}`;
const chip = (projectId: string, chipId: string): string => `${project(projectId)}#C#${encodePart(chipId)}`;
const userPk = (userId: string): string => `USER#${encodePart(userId)}`;

const encodeTarget = (target: TargetRef): string =>
  target.kind === 'qubit' ? `Q~${encodeQid(target.id)}` : `C~${encodeCouplingId(target.id)}`;

/** Keys of users, tokens and of what else hangs on one user. */
export const userKeys = {
  user: (userId: string): Key => ({ pk: userPk(userId), sk: 'USER' }),
  username: (name: string): Key => ({ pk: `USERNAME#${encodePart(name)}`, sk: 'USERNAME' }),
  token: (userId: string, tokenId: string): Key => ({ pk: userPk(userId), sk: `TOKEN#${encodePart(tokenId)}` }),
  tokens: (userId: string) => ({ pk: userPk(userId), prefix: 'TOKEN#' }),
  /** Mirror of a membership: the projects of a user, right after creation too. */
  membership: (userId: string, projectId: string): Key => ({
    pk: userPk(userId),
    sk: `PROJECT#${encodePart(projectId)}`,
  }),
  memberships: (userId: string) => ({ pk: userPk(userId), prefix: 'PROJECT#' }),
  /** Idempotency record of one of the user's requests; `digest` is a hash of the key that the client sent. */
  idempotency: (userId: string, digest: string): Key => ({ pk: userPk(userId), sk: `IDEM#${encodePart(digest)}` }),
  /** What such a request had written, put together with it. */
  carriedOut: (userId: string, digest: string): Key => ({ pk: userPk(userId), sk: `IDEMDONE#${encodePart(digest)}` }),
};

/** Keys of a project and its members. */
export const projectKeys = {
  project: (projectId: string): Key => ({ pk: project(projectId), sk: 'META' }),
  /** Unique name per owner. */
  name: (ownerUserId: string, name: string): Key => ({
    pk: `OWNER#${encodePart(ownerUserId)}`,
    sk: `PNAME#${encodePart(name)}`,
  }),
  member: (projectId: string, username: string): Key => ({
    pk: project(projectId),
    sk: `MEMBER#${encodePart(username)}`,
  }),
  members: (projectId: string) => ({ pk: project(projectId), prefix: 'MEMBER#' }),
  audit: (projectId: string, at: string, id: string): Key => ({ pk: `${project(projectId)}#AUDIT`, sk: `${at}#${id}` }),
  audits: (projectId: string) => ({ pk: `${project(projectId)}#AUDIT`, prefix: '' }),
  topology: (projectId: string, topologyId: string): Key => ({
    pk: project(projectId),
    sk: `TOPO#${encodePart(topologyId)}`,
  }),
  topologies: (projectId: string) => ({ pk: project(projectId), prefix: 'TOPO#' }),
  /** Sorted by date and number: the number is padded, since a day may have more than a thousand. */
  execution: (projectId: string, executionId: string): Key => {
    const [date = '', index = ''] = executionId.split('-');
    return { pk: `${project(projectId)}#EXEC`, sk: `${encodePart(date)}-${encodePart(index).padStart(6, '0')}` };
  },
  executions: (projectId: string) => ({ pk: `${project(projectId)}#EXEC`, prefix: '' }),
};

/** Keys of a chip and of what belongs to it. */
export const chipKeys = {
  chip: (projectId: string, chipId: string): Key => ({ pk: project(projectId), sk: `CHIP#${encodePart(chipId)}` }),
  chips: (projectId: string) => ({ pk: project(projectId), prefix: 'CHIP#' }),
  qubit: (projectId: string, chipId: string, qid: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `QUBIT#${encodeQid(qid)}`,
  }),
  qubits: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'QUBIT#' }),
  coupling: (projectId: string, chipId: string, id: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `COUPLING#${encodeCouplingId(id)}`,
  }),
  couplings: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'COUPLING#' }),
  target: (projectId: string, chipId: string, target: TargetRef): Key =>
    target.kind === 'qubit'
      ? chipKeys.qubit(projectId, chipId, target.id)
      : chipKeys.coupling(projectId, chipId, target.id),
  /** Bounds of sort keys that cut the qubits or couplings of a chip into ranges to be read side by side. */
  targetRange: (kind: TargetRef['kind'], from: number, to: number | undefined) => {
    const prefix = kind === 'qubit' ? 'QUBIT#' : 'COUPLING#';
    const bound = (n: number) => `${prefix}${String(n).padStart(4, '0')}`;
    // `~` follows digits and `-`; `$` follows `#`, so the last range reaches past named qubits too.
    return { from: bound(from), through: to === undefined ? `${prefix.slice(0, -1)}$` : `${bound(to - 1)}~` };
  },
  statistics: (projectId: string, chipId: string): Key => ({ pk: chip(projectId, chipId), sk: 'STATS' }),
  /** The one structural job (create, import, delete) that may be under way on a chip. */
  job: (projectId: string, chipId: string): Key => ({ pk: chip(projectId, chipId), sk: 'JOB' }),
  jobPart: (projectId: string, chipId: string, jobId: string, part: number): Key => ({
    pk: chip(projectId, chipId),
    sk: `JOBPART#${encodePart(jobId)}#${String(part).padStart(4, '0')}`,
  }),
  jobParts: (projectId: string, chipId: string, jobId: string) => ({
    pk: chip(projectId, chipId),
    prefix: `JOBPART#${encodePart(jobId)}#`,
  }),
  import: (projectId: string, chipId: string, hash: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `IMPORT#${encodePart(hash)}`,
  }),
  /** Everything in the chip's own partition. */
  all: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: '' }),
};

/** Keys of cryostats and cool-downs. */
export const cooldownKeys = {
  cryostat: (projectId: string, cryoId: string): Key => ({ pk: project(projectId), sk: `CRYO#${encodePart(cryoId)}` }),
  cryostats: (projectId: string) => ({ pk: project(projectId), prefix: 'CRYO#' }),
  cooldown: (projectId: string, cooldownId: string): Key => ({
    pk: project(projectId),
    sk: `COOLDOWN#${encodePart(cooldownId)}`,
  }),
  /** gsi1: cool-downs of a cryostat. */
  ofCryostat: (projectId: string, cryoId: string): string => `${project(projectId)}#CRYO#${encodePart(cryoId)}`,
  /** gsi2: all cool-downs of a project. */
  ofProject: (projectId: string): string => `${project(projectId)}#COOLDOWN`,
  /** gsi3: those that are ongoing. */
  ongoing: (projectId: string): string => `${project(projectId)}#COOLDOWN#ONGOING`,
  /** Sort key on each of these indexes: by start, ties by id. */
  byStart: (startedAt: string, cooldownId: string): string => `${startedAt}#${encodePart(cooldownId)}`,
  /** Marks that data of a chip was written under a cool-down. */
  data: (projectId: string, cooldownId: string, chipId: string): Key => ({
    pk: project(projectId),
    sk: `COOLDATA#${encodePart(cooldownId)}#${encodePart(chipId)}`,
  }),
  allData: (projectId: string, cooldownId: string) => ({
    pk: project(projectId),
    prefix: `COOLDATA#${encodePart(cooldownId)}#`,
  }),
};

/**
 * Keys of the notes of a chip, all in one partition so that one query reads them all. What a note is about comes first
 * and its scope last: the rules compare the notes of one thing in all its scopes.
 */
export const noteKeys = {
  /** Everything that is noted on a chip. */
  all: (projectId: string, chipId: string) => ({ pk: `${chip(projectId, chipId)}#NOTES`, prefix: '' }),
  chip: (projectId: string, chipId: string, scopeKey: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `CHIP#${encodePart(scopeKey)}`,
  }),
  /** The chip's own notes, in all scopes. */
  ofChip: (projectId: string, chipId: string) => ({ pk: noteKeys.all(projectId, chipId).pk, prefix: 'CHIP#' }),
  target: (projectId: string, chipId: string, target: TargetRef, scopeKey: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `${noteKeys.ofTarget(projectId, chipId, target).prefix}${encodePart(scopeKey)}`,
  }),
  /** The pinned summaries of a target, in all scopes. */
  ofTarget: (projectId: string, chipId: string, target: TargetRef) => ({
    pk: noteKeys.all(projectId, chipId).pk,
    prefix: `T#${encodeTarget(target)}#N#`,
  }),
  /** A comment has its scope beside its key: it is found by its id alone. */
  comment: (projectId: string, chipId: string, target: TargetRef, commentId: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `T#${encodeTarget(target)}#CM#${encodePart(commentId)}`,
  }),
  metric: (projectId: string, chipId: string, target: TargetRef, metric: string, scopeKey: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `${noteKeys.ofMetric(projectId, chipId, target, metric).prefix}${encodePart(scopeKey)}`,
  }),
  ofMetric: (projectId: string, chipId: string, target: TargetRef, metric: string) => ({
    pk: noteKeys.all(projectId, chipId).pk,
    prefix: `M#${encodeTarget(target)}#${encodePart(metric)}#`,
  }),
  task: (projectId: string, chipId: string, taskId: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `TR#${encodePart(taskId)}`,
  }),
  /** The prefixes of what stands on targets: such a target is in use. */
  onTargets: ['T#', 'M#'] as const,
  /** How many notes and events a chip has; outlives the chip, as its events do. */
  count: (projectId: string, chipId: string): Key => ({
    pk: project(projectId),
    sk: `NOTECOUNT#${encodePart(chipId)}`,
  }),
};

/**
 * The partition keys of note events as a pattern of IAM (`*` is any text). The last sign is what no other key ends in:
 * a task called EV would end in `#EV`.
 */
export const noteEventPartitions = 'P#*#C#*#EV#';

/** Keys of the audit feed of notes. */
export const noteEventKeys = {
  event: (projectId: string, chipId: string, createdAt: string, eventId: string): Key => ({
    pk: noteEventKeys.ofChip(projectId, chipId).pk,
    sk: noteEventKeys.byTime(createdAt, eventId),
  }),
  /** The timeline of a chip. */
  ofChip: (projectId: string, chipId: string) => ({ pk: `${chip(projectId, chipId)}#EV#`, prefix: '' }),
  /** gsi1: the timeline of a target. */
  ofTarget: (projectId: string, scope: string, targetId: string): string =>
    `${project(projectId)}#EV#${encodePart(scope)}#${encodePart(targetId)}`,
  /** gsi2: all events of a project, those of deleted chips included. */
  ofProject: (projectId: string): string => `${project(projectId)}#EV`,
  byTime: (createdAt: string, eventId: string): string => `${createdAt}#${encodePart(eventId)}`,
};

/** Keys of runs: the lock, the counters, the pointer from a run to its execution, and the indexes of executions. */
export const runKeys = {
  lock: (projectId: string): Key => ({ pk: project(projectId), sk: 'LOCK' }),
  /** gsi2: the locks that are held, in all projects; what the sweep reads. */
  held: 'HELD',
  /** The start that waits for the lock. */
  queue: (projectId: string): Key => ({ pk: project(projectId), sk: 'QUEUE' }),
  /** gsi2: the projects in which a start waits. */
  queued: 'QUEUED',
  counter: (projectId: string, chipId: string, date: string): Key => ({
    pk: project(projectId),
    sk: `COUNTER#${encodePart(chipId)}#${date}`,
  }),
  counters: (projectId: string, chipId: string) => ({
    pk: project(projectId),
    prefix: `COUNTER#${encodePart(chipId)}#`,
  }),
  run: (projectId: string, flowRunId: string): Key => ({
    pk: `${project(projectId)}#RUN#${encodePart(flowRunId)}`,
    sk: 'RUN',
  }),
  /** Lines of a run's log, a batch an item, by the claim that wrote them and the number of the first. */
  log: (projectId: string, executionId: string, fence: number, sequence: number): Key => ({
    pk: runKeys.logs(projectId, executionId).pk,
    sk: `LOG#${String(fence).padStart(8, '0')}#${String(sequence).padStart(8, '0')}`,
  }),
  logs: (projectId: string, executionId: string) => ({
    pk: `${project(projectId)}#X#${encodePart(executionId)}`,
    prefix: 'LOG#',
  }),
  /** Partitions of gsi1 (chip), gsi2 (status), gsi3 (chip and status) and gsi4 (flow), sorted as the executions are. */
  ofChip: (projectId: string, chipId: string): string => `${project(projectId)}#EXEC#C#${encodePart(chipId)}`,
  ofStatus: (projectId: string, status: string): string => `${project(projectId)}#EXEC#S#${encodePart(status)}`,
  ofChipAndStatus: (projectId: string, chipId: string, status: string): string =>
    `${project(projectId)}#EXEC#CS#${encodePart(chipId)}#${encodePart(status)}`,
  ofFlow: (projectId: string, flowName: string): string => `${project(projectId)}#EXEC#F#${encodePart(flowName)}`,
};

/** Keys of the workers that a project has seen. */
export const workerKeys = {
  worker: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `WORKER#${encodePart(name)}` }),
  workers: (projectId: string) => ({ pk: project(projectId), prefix: 'WORKER#' }),
};

/** Keys of task results and of what is read from them. */
export const taskKeys = {
  result: (projectId: string, taskId: string): Key => ({
    pk: `${project(projectId)}#TR#${encodePart(taskId)}`,
    sk: 'TR',
  }),
  /** Leads from a result to one that repeats it. */
  reExecution: (projectId: string, sourceTaskId: string, at: string, taskId: string): Key => ({
    pk: taskKeys.result(projectId, sourceTaskId).pk,
    sk: `RE#${at}#${encodePart(taskId)}`,
  }),
  reExecutions: (projectId: string, sourceTaskId: string) => ({
    pk: taskKeys.result(projectId, sourceTaskId).pk,
    prefix: 'RE#',
  }),
  /** gsi2: results of an execution, by when they were queued. */
  ofExecution: (projectId: string, executionId: string): string => `${project(projectId)}#X#${encodePart(executionId)}`,
  /** gsi3: history of a task on a target. */
  ofTarget: (projectId: string, chipId: string, task: string, target: TargetRef): string =>
    `${chip(projectId, chipId)}#H#${encodePart(task)}#${encodeTarget(target)}`,
  /** gsi4: results of a chip. */
  ofChip: (projectId: string, chipId: string): string => `${chip(projectId, chipId)}#TR`,
  byTime: (at: string, taskId: string): string => `${at}#${encodePart(taskId)}`,
  /** Latest result of a task on a target; with a date (`YYYYMMDD`), the latest of that day. */
  latest: (projectId: string, chipId: string, task: string, target: TargetRef, date?: string): Key => ({
    pk: taskKeys.latestOf(projectId, chipId, task, date).pk,
    sk: encodeTarget(target),
  }),
  latestOf: (projectId: string, chipId: string, task: string, date?: string) => ({
    pk: `${chip(projectId, chipId)}#LATEST#${encodePart(task)}${date === undefined ? '' : `#${date}`}`,
    prefix: '',
  }),
  /** The qubits, or the couplings, of a latest partition. */
  latestKind: (kind: TargetRef['kind']): string => (kind === 'qubit' ? 'Q~' : 'C~'),
  /** Marks that a latest partition has rows, so that a deletion of the chip finds it. */
  latestMark: (projectId: string, chipId: string, task: string, date?: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `LATEST#${encodePart(task)}${date === undefined ? '' : `#${date}`}`,
  }),
  latestMarks: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'LATEST#' }),
  /** One row a day of a qubit or coupling. */
  day: (projectId: string, chipId: string, target: TargetRef, date: string): Key => ({
    pk: taskKeys.daysOf(projectId, chipId, target).pk,
    sk: date,
  }),
  /** gsi1: the daily rows of a chip by day. */
  days: (projectId: string, chipId: string, date: string): string => `${chip(projectId, chipId)}#QH#${date}`,
  daysSort: (target: TargetRef): string => encodeTarget(target),
  /** All daily rows of a qubit or coupling. */
  daysOf: (projectId: string, chipId: string, target: TargetRef) => ({
    pk: `${chip(projectId, chipId)}#QH#${encodeTarget(target)}`,
    prefix: '',
  }),
  calibrationNote: (projectId: string, executionId: string, taskId: string, chipId: string): Key => ({
    pk: `${project(projectId)}#X#${encodePart(executionId)}`,
    sk: `CNOTE#${encodePart(taskId)}#${encodePart(chipId)}`,
  }),
  /** gsi1: calibration notes of a user. */
  calibrationNotesOf: (projectId: string, username: string): string =>
    `${project(projectId)}#CNOTE#${encodePart(username)}`,
  definition: (projectId: string, name: string): Key => ({
    pk: project(projectId),
    sk: `TASKDEF#${encodePart(name)}`,
  }),
  definitions: (projectId: string) => ({ pk: project(projectId), prefix: 'TASKDEF#' }),
  backend: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `BACKEND#${encodePart(name)}` }),
  backends: (projectId: string) => ({ pk: project(projectId), prefix: 'BACKEND#' }),
  tag: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `TAG#${encodePart(name)}` }),
  tags: (projectId: string) => ({ pk: project(projectId), prefix: 'TAG#' }),
};

/** Keys of flows and their versions. */
export const flowKeys = {
  flow: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `FLOW#${encodePart(name)}` }),
  /** gsi2: the flows of a project by their last update. */
  ofProject: (projectId: string): string => `${project(projectId)}#FLOW`,
  byUpdate: (updatedAt: string, name: string): string => `${updatedAt}#${encodePart(name)}`,
  version: (projectId: string, name: string, version: number): Key => ({
    pk: `${project(projectId)}#FLOW#${encodePart(name)}`,
    sk: `V#${String(version).padStart(6, '0')}`,
  }),
  /** gsi2: the versions of a flow, without their source. */
  versionsOf: (projectId: string, name: string): string => `${project(projectId)}#FLOW#${encodePart(name)}#V`,
};

/** Keys of schedules and of what became of their firings. */
export const scheduleKeys = {
  schedule: (projectId: string, scheduleId: string): Key => ({
    pk: project(projectId),
    sk: `SCHEDULE#${encodePart(scheduleId)}`,
  }),
  schedules: (projectId: string) => ({ pk: project(projectId), prefix: 'SCHEDULE#' }),
  /** gsi3: the schedules that fire, in all projects; what a scheduler that forgets begins with. */
  active: 'SCHEDULED',
  /** By when it was to fire. */
  firing: (projectId: string, scheduleId: string, scheduledTime: string): Key => ({
    pk: scheduleKeys.firings(projectId, scheduleId).pk,
    sk: scheduledTime,
  }),
  firings: (projectId: string, scheduleId: string) => ({
    pk: `${project(projectId)}#SCHED#${encodePart(scheduleId)}`,
    prefix: '',
  }),
};

/** Keys of metric samples: the history of values, a partition a metric and month. */
export const sampleKeys = {
  sample: (
    projectId: string,
    chipId: string,
    sample: { metric: string; target: TargetRef; at: string; sampleId: string },
  ): Key => ({
    pk: `${chip(projectId, chipId)}#M#${encodePart(sample.metric)}#${monthOf(sample.at)}`,
    sk: `${sample.at}#${encodeTarget(sample.target)}#${encodePart(sample.sampleId)}`,
  }),
  /** One metric's samples of one month. */
  month: (projectId: string, chipId: string, metric: string, month: string) => ({
    pk: `${chip(projectId, chipId)}#M#${encodePart(metric)}#${month}`,
    prefix: '',
  }),
  /** gsi3: the history of one metric on one target. */
  ofTarget: (projectId: string, chipId: string, metric: string, target: TargetRef): string =>
    `${chip(projectId, chipId)}#MT#${encodePart(metric)}#${encodeTarget(target)}`,
  ofTargetSort: (at: string, sampleId: string): string => `${at}#${encodePart(sampleId)}`,
  /** gsi4: manual edits of a target in all chips of the project. */
  edits: (projectId: string, targetId: string): string => `${project(projectId)}#EDIT#${encodePart(targetId)}`,
  editsSort: (recordedAt: string, chipId: string, metric: string): string =>
    `${recordedAt}#${encodePart(chipId)}#${encodePart(metric)}`,
  /** Marks that a chip has samples of a metric in a month, so that they can be found without guessing. */
  series: (projectId: string, chipId: string, metric: string, month: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `SERIES#${encodePart(metric)}#${month}`,
  }),
  allSeries: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'SERIES#' }),
};

/** A UTC day (`YYYYMMDD`) or month (`YYYYMM`) within one cool-down; the cool-down is absent for none. */
export interface RollUpSpan {
  span: 'day' | 'month';
  date: string;
  cooldownId?: string | undefined;
}

/** Keys of metric roll-ups: a partition a metric. */
export const rollUpKeys = {
  rollUp: (projectId: string, chipId: string, metric: string, { span, date, cooldownId = '' }: RollUpSpan): Key => ({
    pk: rollUpKeys.all(projectId, chipId, metric).pk,
    sk: `${rollUpKeys.prefix(span, date)}#${encodePart(cooldownId)}`,
  }),
  all: (projectId: string, chipId: string, metric: string) => ({
    pk: `${chip(projectId, chipId)}#R#${encodePart(metric)}`,
    prefix: '',
  }),
  /** How the spans of that kind begin whose date begins so. */
  prefix: (span: RollUpSpan['span'], date: string): string => `${span === 'day' ? 'D' : 'M'}#${date}`,
};

/** Rows that belong to no tenant (design 4: `AUTHKEY`, `RATE`, and `PENDING`, the sweeper's list on gsi2). */
export const systemKeys = {
  signingKey: (kid: string): Key => ({ pk: 'AUTHKEY', sk: kid }),
  signingKeys: () => ({ pk: 'AUTHKEY', prefix: '' }),
  rateBucket: (name: string, address: string): Key => ({
    pk: `RATE#${encodePart(name)}#${encodePart(address)}`,
    sk: 'RATE',
  }),
  pending: 'PENDING',
};

/** The UTC month `YYYYMM` of an instant; samples are partitioned by it. */
export const monthOf = (instant: string): string => instant.slice(0, 4) + instant.slice(5, 7);

/** What a primary key stands for; undefined for a key that no builder makes. */
export type ParsedKey =
  | { entity: 'project'; projectId: string }
  | { entity: 'member'; projectId: string; username: string }
  | { entity: 'chip'; projectId: string; chipId: string }
  | { entity: 'topology'; projectId: string; topologyId: string }
  | { entity: 'cryostat'; projectId: string; cryoId: string }
  | { entity: 'cooldown'; projectId: string; cooldownId: string }
  | { entity: 'qubit' | 'coupling'; projectId: string; chipId: string; id: string }
  | ({ entity: 'note'; projectId: string; chipId: string } & ParsedNote)
  | { entity: 'note-event'; projectId: string; chipId: string; createdAt: string; eventId: string }
  | {
      entity: 'sample';
      projectId: string;
      chipId: string;
      metric: string;
      target: TargetRef;
      at: string;
      sampleId: string;
    }
  | { entity: 'user'; userId: string }
  | { entity: 'username'; username: string }
  | { entity: 'token'; userId: string; tokenId: string }
  | { entity: 'membership'; userId: string; projectId: string };

/** What a note's key says besides its chip: what it is about and, unless it is a comment or a task's, its scope. */
export type ParsedNote =
  | { subject: { level: 'chip' }; scope: { key: string } }
  | { subject: { level: 'target'; target: TargetRef }; scope: { key: string } }
  | { subject: { level: 'metric'; target: TargetRef; metric: string }; scope: { key: string } }
  | { subject: { level: 'comment'; target: TargetRef; commentId: string } }
  | { subject: { level: 'task'; taskId: string } };

/** The inverse of the builders for the entities that a stream consumer or a test must recognise. */
export function parseKey(key: Key): ParsedKey | undefined {
  const pk = key.pk.split('#');
  const sk = key.sk.split('#');
  if (pk[0] === 'USER' && pk.length === 2) return parseUserKey(decodePart(pk[1] ?? ''), sk);
  if (pk[0] === 'USERNAME' && pk.length === 2) return { entity: 'username', username: decodePart(pk[1] ?? '') };
  if (pk[0] !== 'P') return undefined;
  const projectId = decodePart(pk[1] ?? '');
  if (pk.length === 2) return parseProjectKey(projectId, sk);
  return pk[2] === 'C' ? parseChipKey(projectId, decodePart(pk[3] ?? ''), pk.slice(4), sk) : undefined;
}

function parseChipKey(projectId: string, chipId: string, part: string[], sk: string[]): ParsedKey | undefined {
  const [tag = '', id = ''] = sk;
  switch (part[0]) {
    case undefined:
      if (tag === 'QUBIT') return { entity: 'qubit', projectId, chipId, id: decodeQid(id) };
      return tag === 'COUPLING' ? { entity: 'coupling', projectId, chipId, id: decodeCouplingId(id) } : undefined;
    case 'EV':
      return { entity: 'note-event', projectId, chipId, createdAt: tag, eventId: decodePart(id) };
    case 'M':
      return parseSampleKey(projectId, chipId, decodePart(part[1] ?? ''), sk);
    case 'NOTES': {
      const note = parseNoteKey(sk);
      return note && { entity: 'note', projectId, chipId, ...note };
    }
    default:
      return undefined;
  }
}

function parseUserKey(userId: string, [tag, id = '']: string[]): ParsedKey | undefined {
  if (tag === 'USER') return { entity: 'user', userId };
  if (tag === 'TOKEN') return { entity: 'token', userId, tokenId: decodePart(id) };
  if (tag === 'PROJECT') return { entity: 'membership', userId, projectId: decodePart(id) };
  return undefined;
}

function parseProjectKey(projectId: string, [tag, id = '']: string[]): ParsedKey | undefined {
  if (tag === 'META') return { entity: 'project', projectId };
  if (tag === 'MEMBER') return { entity: 'member', projectId, username: decodePart(id) };
  if (tag === 'CHIP') return { entity: 'chip', projectId, chipId: decodePart(id) };
  if (tag === 'CRYO') return { entity: 'cryostat', projectId, cryoId: decodePart(id) };
  if (tag === 'COOLDOWN') return { entity: 'cooldown', projectId, cooldownId: decodePart(id) };
  if (tag === 'TOPO') return { entity: 'topology', projectId, topologyId: decodePart(id) };
  return undefined;
}

function parseNoteKey([tag, first = '', second = '', third = '']: string[]): ParsedNote | undefined {
  const scoped = (key: string) => ({ scope: { key: decodePart(key) } });
  if (tag === 'CHIP') return { subject: { level: 'chip' }, ...scoped(first) };
  if (tag === 'TR') return { subject: { level: 'task', taskId: decodePart(first) } };
  const target = decodeTarget(first);
  if (!target) return undefined;
  if (tag === 'M') return { subject: { level: 'metric', target, metric: decodePart(second) }, ...scoped(third) };
  if (tag !== 'T') return undefined;
  if (second === 'N') return { subject: { level: 'target', target }, ...scoped(third) };
  return second === 'CM' ? { subject: { level: 'comment', target, commentId: decodePart(third) } } : undefined;
}

function parseSampleKey(projectId: string, chipId: string, metric: string, sk: string[]): ParsedKey | undefined {
  const [at = '', encodedTarget = '', sampleId = ''] = sk;
  const target = decodeTarget(encodedTarget);
  return target && { entity: 'sample', projectId, chipId, metric, target, at, sampleId: decodePart(sampleId) };
}

function decodeTarget(text: string): TargetRef | undefined {
  if (text.startsWith('Q~')) return { kind: 'qubit', id: decodeQid(text.slice(2)) };
  if (text.startsWith('C~')) return { kind: 'coupling', id: decodeCouplingId(text.slice(2)) };
  return undefined;
}
