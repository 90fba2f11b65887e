import type { ConditionMutant } from './condition-log.ts';

/** Conditions without which nothing can go wrong, and why: they stand beside another that refuses in every such case. */
const reasons: Readonly<Record<string, readonly (readonly [site: string, part: string])[]>> = {
  'the identifier is drawn at random for this write': [
    ['shared/services/projects/new-project.ts addProjectWrites 2', 'attribute_not_exists(pk)'],
    ['shared/services/projects/new-project.ts addProjectWrites 3', 'attribute_not_exists(pk)'],
    ['shared/services/projects/new-project.ts addProjectWrites 4', 'attribute_not_exists(pk)'],
    ['shared/services/schedules/write-schedule.ts create 1', 'attribute_not_exists(pk)'],
    ['shared/services/users/create-user.ts createUser 2', 'attribute_not_exists(pk)'],
    ['shared/services/users/api-tokens.ts addToken 1', 'attribute_not_exists(pk)'],
  ],
  '`<>` holds where the attribute is absent': [
    ['shared/services/runs/start/start-run.ts write 6', 'attribute_not_exists(pk)'],
    ['shared/services/cooldowns/wiring.ts keepWiring 2', 'attribute_not_exists(pk)'],
    ['shared/services/schedules/fire-schedule.ts record 1', 'attribute_not_exists(pk)'],
    ['shared/services/chip-jobs/jobs.ts refuseDuringRun 1', 'attribute_not_exists(#holder)'],
  ],
  'every run that begins raises the revision of the lock, which the same transaction requires': [
    ['shared/services/runs/start/start-run.ts write 2', 'attribute_not_exists(pk)'],
    ['shared/services/runs/start/start-run.ts write 3', 'attribute_not_exists(pk)'],
  ],
  'the revision of the cool-down counts the checkpoints, and the same transaction requires it': [
    ['shared/services/cooldowns/wiring.ts keepWiring 2', 'attribute_not_exists(pk) OR cooldownCreatedAt <> :created'],
  ],
  'the mark of a deletion raises the revision, which the same condition requires': [
    ['shared/services/cooldowns/write-cooldown.ts writeCooldown 2', 'attribute_not_exists(deletingAt)'],
    ['shared/services/days/close-days.ts commitDay 1', 'attribute_not_exists(deletingAt)'],
  ],
  'a chip that is made again begins at another revision, which the same condition requires': [
    ['shared/services/days/close-days.ts commitDay 1', 'createdAt = :created'],
  ],
  'a chip that is being deleted goes with whatever is written to it': [
    ['shared/services/days/close-days.ts fence 1', 'attribute_not_exists(deletingAt)'],
  ],
  'who closes a day takes its mark away in the same transaction, which requires the mark': [
    ['shared/services/days/close-days.ts commitDay 3', 'attribute_not_exists(pk)'],
  ],
  'the flow and its version are written together, and either refuses a second save of the same number': [
    ['shared/services/flows/save-flow.ts write 1', 'attribute_not_exists(pk)'],
    ['shared/services/flows/save-flow.ts write 2', 'attribute_not_exists(pk)'],
  ],
  'the rows of a firing and of its schedule are written together, and the schedule is required as it was read': [
    ['shared/services/schedules/fire-schedule.ts record 1', 'attribute_not_exists(pk) OR #outcome <> :started'],
  ],
  'a row is kept until its project is purged, thirty days after it was deleted': [
    ['shared/services/runs/start/start-run.ts write 4', 'attribute_exists(pk)'],
    ['shared/services/schedules/write-schedule.ts create 2', 'attribute_exists(pk)'],
    ['shared/services/flows/execute-flow.ts whileFlowStands 1', 'attribute_exists(pk)'],
    ['shared/services/flows/re-execute.ts whileFlowStands 1', 'attribute_exists(pk)'],
  ],
  'the id of a purged project is never given again, nor its name while its item stands': [
    ['shared/services/projects/purge-project.ts purge 1', 'attribute_exists(purgingSince)'],
    ['shared/services/projects/purge-project.ts purge 2', 'attribute_exists(purgingSince)'],
    ['shared/services/projects/purge-project.ts purge 3', 'projectId = :project'],
  ],
  'nobody but the holder of the job makes the chip, and the same transaction requires the job': [
    ['shared/services/chip-jobs/create-job.ts runCreate 1', 'attribute_not_exists(pk)'],
    ['shared/services/chip-jobs/imports/import-new.ts importNew 1', 'attribute_not_exists(pk)'],
  ],
  'nothing takes the closing of a run back, and the same transaction requires its tasks as they were read': [
    ['shared/services/task-results/write/apply-changes.ts addExecution 1', 'closing = :yes'],
  ],
  'whoever takes a job over gives it another lease, which the same condition requires': [
    ['shared/services/chip-jobs/jobs.ts settleJob 1', 'holder = :holder'],
  ],
};

const known = new Map(
  Object.entries(reasons).flatMap(([why, list]) => list.map(([site, part]) => [`${site}\n${part}`, why] as const)),
);

/** Why nothing can go wrong without a part of a condition; undefined where something can. */
export const reasonOfEquivalence = ({ site, part }: ConditionMutant): string | undefined =>
  known.get(`${site}\n${part}`);

/** All conditions that are said to make no difference. */
export const equivalents: readonly ConditionMutant[] = Object.values(reasons)
  .flat()
  .map(([site, part]) => ({ site, part }));
