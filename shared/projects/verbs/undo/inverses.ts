import { deleteRestored } from '../../../chips/verbs/jobs/hide-chip.ts';
import { restoreChip } from '../../../chips/verbs/jobs/restore-chip.ts';
import { restoreCooldown } from '../../../cooldowns/verbs/change-cooldown.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { restoreNote } from '../../../notes/verbs/restore-note.ts';
import { restoreSchedule } from '../../../schedules/verbs/restore-schedule.ts';
import { restoreDrift } from '../../../statistics/verbs/drift/decide-drift.ts';
import { setExcluded } from '../../../values/verbs/exclusions/set-excluded.ts';
import { decideHeld } from '../../../values/verbs/gate/decide-held.ts';
import type { SetValues } from '../../../values/verbs/parameters/set-values.ts';
import type { ProjectAuditAction } from '../../rules/audit.ts';
import type { ProjectRole } from '../../rules/permissions.ts';
import type { ProjectRecord } from '../../store/projects.ts';
import { restoreMember } from '../members.ts';
import { updateProject } from '../projects.ts';
import { type KeptSettings, refuseChangedSettings } from '../setting-entries.ts';
import { remarkSamples } from './remark-samples.ts';
import { type Decided, reopenHeld } from './reopen-held.ts';

/**
 * Gives the settings that a change has written what they were (rule UNDO-11).
 * @throws ServiceError `conflict` where one of them has changed since, and as for every change.
 */
export const restoreSettings = (ctx: ProjectContext, kept: KeptSettings): Promise<ProjectRecord> =>
  updateProject(ctx, kept.before, (project) => refuseChangedSettings(project, kept));

/** How an act is undone, and the role that the act takes. */
export interface Inverse {
  role: ProjectRole;
  /** `kept`: what the entry of the act has kept for it. */
  run(ctx: ProjectContext, kept: Record<string, unknown>): Promise<unknown>;
}

/** What undoes a thing; its record of what was kept is the one that the act has written. */
const inverse = <Kept>(role: ProjectRole, run: (ctx: ProjectContext, kept: Kept) => Promise<unknown>): Inverse => ({
  role,
  run: (ctx, kept) => run(ctx, kept as Kept),
});

const editor = <Kept>(run: (ctx: ProjectContext, kept: Kept) => Promise<unknown>) => inverse('editor', run);

const settings = inverse('owner', restoreSettings);

/** The inverse of every act that can be undone. */
export const inverses: Partial<Record<ProjectAuditAction, Inverse>> = {
  'update-parameters': editor((ctx, kept: SetValues) => remarkSamples(ctx, kept, 'withdraw')),
  'withdraw-values': editor((ctx, kept: SetValues) => remarkSamples(ctx, kept, 'put-back')),
  'put-back-values': editor((ctx, kept: SetValues) => remarkSamples(ctx, kept, 'withdraw')),
  'accept-held-value': editor(reopenHeld),
  'reject-held-value': editor(reopenHeld),
  'reopen-held-value': editor(({ actor, ...ctx }, { name, state, reason }: Omit<Decided, 'decidedAt'>) =>
    decideHeld(ctx, ctx.projectId, name, { state, reason, by: actor.user.username }),
  ),
  'write-note': editor(restoreNote),
  'delete-note': editor(restoreNote),
  'assign-chip': editor(restoreCooldown),
  'unassign-chip': editor(restoreCooldown),
  'update-cooldown': editor(restoreCooldown),
  'delete-chip': editor(restoreChip),
  'restore-chip': editor(deleteRestored),
  'create-schedule': editor(restoreSchedule),
  'update-schedule': editor(restoreSchedule),
  'delete-schedule': editor(restoreSchedule),
  'restore-schedule': editor(restoreSchedule),
  'invite-member': inverse('owner', restoreMember),
  'change-role': inverse('owner', restoreMember),
  'remove-member': inverse('owner', restoreMember),
  'restore-member': inverse('owner', restoreMember),
  'update-project': settings,
  'set-freshness': settings,
  'set-gate': settings,
  'set-limits': settings,
  'set-lock-scope': settings,
  'acknowledge-drift': editor(restoreDrift),
  'withdraw-acknowledgement': editor(restoreDrift),
  'mute-drift': editor(restoreDrift),
  'unmute-drift': editor(restoreDrift),
  'exclude-task-result': editor(undoExclusion),
  'include-task-result': editor(undoExclusion),
};

/** What an exclusion or inclusion keeps. */
interface KeptExclusion {
  taskId: string;
  isExcluded: boolean;
  /** Of an exclusion: when. */
  excludedAt?: string | undefined;
  /** Why it was excluded before; null where it was not. */
  reason: string | null;
}

function undoExclusion(ctx: ProjectContext, { taskId, isExcluded, excludedAt, reason }: KeptExclusion) {
  return setExcluded(ctx, taskId, {
    excluded: reason !== null,
    reason: reason ?? '',
    expect: ({ excluded = false, excludedBy, excludedAt: since }) => {
      if (excluded === isExcluded && since === excludedAt) return;
      const what = excluded ? `was excluded by '${excludedBy}' on ${since}` : 'was included again';
      throw conflict(`Task result '${taskId}' ${what} since`, 'changed_since');
    },
  });
}
