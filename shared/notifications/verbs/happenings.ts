import { newMentions } from '../../discussions/rules/mentions.ts';
import { replyEntity, threadEntity } from '../../discussions/store/threads.ts';
import type { Context } from '../../kernel/context.ts';
import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { noteEntity, type StoredNote } from '../../notes/store/notes.ts';
import { auditEntity } from '../../projects/store/audit.ts';
import { type TaskResultRecord, targetOf, taskResultEntity } from '../../results/store/task-results.ts';
import { isEnded } from '../../runs/rules/statuses.ts';
import { type ExecutionRecord, executionEntity, getExecution } from '../../runs/store/executions.ts';
import { firingEntity, getSchedule } from '../../schedules/store/schedules.ts';
import { describeMetric } from '../../values/rules/catalogue.ts';
import type { GateMark, GateMarks } from '../../values/rules/gate-mark.ts';
import { driftEntity } from '../../values/store/drift.ts';
import { excerptOf } from '../rules/inbox.ts';
import { kindOfEnding, type NotificationKind } from '../rules/kinds.ts';
import { driftHappenings } from './drift-happenings.ts';
import type { Change, Happening } from './happening.ts';
import { membershipHappening } from './membership-happening.ts';
import type { Scenes } from './scenes.ts';
import { replyHappenings, threadHappenings } from './thread-happenings.ts';

type Told = Happening | readonly Happening[] | undefined;
type Reader = (ctx: Pick<Context, 'db' | 'clock'>, change: Change, scenes: Scenes) => Told | Promise<Told>;

/** Of what each kind of item tells, by its entity. */
const readers: Record<string, Reader> = {
  [executionEntity.name]: (_ctx, change) => endOfRun(change),
  [firingEntity.name]: (ctx, { after }) => firingWithoutRun(ctx, after),
  [taskResultEntity.name]: (ctx, { after }, scenes) => heldValue(ctx, after, scenes),
  [noteEntity.name]: (_ctx, change, scenes) => mentionIn(change, scenes),
  [auditEntity.name]: (_ctx, { after }, scenes) => membershipHappening(auditEntity.decode(after), scenes),
  [threadEntity.name]: threadHappenings,
  [replyEntity.name]: (_ctx, change) => replyHappenings(change),
  [driftEntity.name]: driftHappenings,
};

/**
 * What a written item tells people of.
 * @throws Error for an item of a form that is not known.
 */
export async function happeningsOf(
  ctx: Pick<Context, 'db' | 'clock'>,
  change: Change,
  scenes: Scenes,
): Promise<readonly Happening[]> {
  const told = await readers[String(change.after.entity)]?.(ctx, change, scenes);
  return told === undefined ? [] : [told].flat();
}

const titlesOfEndings: Partial<Record<NotificationKind, string>> = {
  run_failed: 'failed',
  run_cancelled: 'was cancelled',
  run_stuck: 'failed: it stopped responding',
  worker_silent: 'lost its worker',
  lock_forced: 'was ended to free the lock',
};

const endingOf = (kind: NotificationKind, { runner }: Pick<ExecutionRecord, 'runner'>) =>
  kind === 'run_stuck' && runner === 'worker' ? 'failed: no worker' : titlesOfEndings[kind];

function endOfRun({ before, after }: Change): Happening | undefined {
  const run = executionEntity.decode(after);
  const { projectId, executionId, chipId, status, forcedBy, stop, cancelRequestedBy } = run;
  if (status !== 'failed' && status !== 'cancelled') return undefined;
  // Its lab knows how it ended (rule PAST-9).
  if (run.past) return undefined;
  // What is written to an ended run later ends it no second time.
  if (before && isEnded(executionEntity.decode(before).status)) return undefined;
  const kind = kindOfEnding({ status, forcedBy, stop });
  return {
    ...ofRun(run),
    projectId,
    kind,
    name: executionId,
    at: run.endAt ?? run.createdAt,
    concerned: [run.username],
    actor: forcedBy ?? (kind === 'run_cancelled' ? cancelRequestedBy : undefined),
    title: `Run ${executionId} on ${chipId} ${endingOf(kind, run)}`,
    excerpt: excerptOf(run.message),
  };
}

const ofRun = ({ executionId }: Pick<ExecutionRecord, 'executionId'>) => ({
  source: { type: 'execution', id: executionId },
  targetUrl: `/execution/${encodeURIComponent(executionId)}`,
});

/** A run that was started and failed is reported by its own end. */
async function firingWithoutRun({ db }: Pick<Context, 'db'>, item: Item): Promise<Happening | undefined> {
  const firing = firingEntity.decode(item);
  const { projectId, scheduleId, scheduledTime, outcome, executionId, message } = firing;
  if (outcome === 'started' || (outcome === 'failed' && executionId !== undefined)) return undefined;
  const schedule = await getSchedule(db, projectId, scheduleId);
  if (!schedule) return undefined;
  return {
    projectId,
    kind: 'schedule_skipped',
    name: `${scheduleId} ${scheduledTime}`,
    // Concurrent deliveries may each record their own time of decision.
    at: scheduledTime,
    concerned: [schedule.username],
    source: { type: 'schedule', id: scheduleId },
    targetUrl: `/schedules/${encodeURIComponent(scheduleId)}`,
    title: `Flow ${schedule.flowName} was not started as scheduled`,
    excerpt: excerptOf(message),
  };
}

/** Held by the gate; values that were deliberately measured without being saved cause no notification. */
const isDoubted = ({ state, because }: GateMark): boolean => state === 'held' && because !== 'measured_only';

/** The held values of a result: `Held: T1 of Q9. More of the run may be held.` */
function heldText(result: TaskResultRecord): string {
  const target = targetOf(result);
  const where = target?.kind === 'qubit' ? `Q${target.id}` : result.qid;
  const names = Object.entries(result.gateMarks ?? {}).flatMap(([metric, mark]) =>
    isDoubted(mark) ? [describeMetric(metric, target?.kind ?? 'qubit').title] : [],
  );
  return `Held: ${names.join(', ')} of ${where}. More values of the run may be held.`;
}

/** The first held value of a run tells of all: a run may hold hundreds. */
async function heldValue({ db }: Pick<Context, 'db'>, item: Item, scenes: Scenes): Promise<Happening | undefined> {
  // Nearly all results hold nothing, and need not be read for it.
  const marks = Object.values((item.gateMarks ?? {}) as GateMarks);
  if (item.excludedAt !== undefined || !marks.some(isDoubted)) return undefined;
  const result = taskResultEntity.decode(item);
  const { projectId, chipId, executionId } = result;
  if (scenes.wasTold({ projectId, kind: 'value_held', name: executionId })) return undefined;
  const run = await getExecution(db, projectId, executionId);
  if (!run) return undefined;
  return {
    projectId,
    kind: 'value_held',
    name: executionId,
    at: run.createdAt,
    concerned: [run.username],
    source: { type: 'execution', id: executionId },
    targetUrl: `/chips/${encodeURIComponent(chipId)}`,
    title: `Run ${executionId} measured values on ${chipId} that wait for a decision`,
    excerpt: excerptOf(heldText(result)),
  };
}

async function mentionIn({ before, after }: Change, scenes: Scenes): Promise<Happening | undefined> {
  const note = noteEntity.decode(after);
  const earlier = before && noteEntity.decode(before);
  const named = newMentions(earlier?.content ?? '', note.content);
  if (named.length === 0) return undefined;
  // A name that no member has is text.
  const members = (await scenes.of(note.projectId))?.members ?? [];
  const concerned = named.filter((name) =>
    members.some(({ username, status }) => username === name && status === 'active'),
  );
  if (concerned.length === 0) return undefined;
  const { where, targetUrl } = placeOf(note);
  return {
    projectId: note.projectId,
    kind: 'mention',
    name: note.eventId,
    at: note.updatedAt,
    concerned,
    actor: note.updatedBy,
    source: { type: 'note', id: note.eventId },
    targetUrl,
    title: `${note.updatedBy} mentioned you in a note on ${where}`,
    announcement: `${note.updatedBy} mentioned ${concerned.join(', ')} in a note on ${where}`,
    excerpt: excerptOf(note.content),
  };
}

/** What a note is about in words, and the page that shows it. */
function placeOf({ chipId, subject }: StoredNote): { where: string; targetUrl: string } {
  const chip = encodeURIComponent(chipId);
  switch (subject.level) {
    case 'chip':
      return { where: chipId, targetUrl: `/dashboard?chip=${chip}` };
    case 'task':
      return { where: 'a task result', targetUrl: `/tasks/${encodeURIComponent(subject.taskId)}` };
    default: {
      const { kind, id } = subject.target;
      const metric = subject.level === 'metric' ? `${subject.metric} of ` : '';
      return {
        where: `${metric}${kind} ${id} of ${chipId}`,
        targetUrl: `/chips/${chip}/${kind}s/${encodeURIComponent(id)}`,
      };
    }
  }
}
