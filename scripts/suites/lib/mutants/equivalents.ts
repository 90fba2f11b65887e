import type { ConditionMutant } from './condition-log.ts';

/** Conditions that may be removed without an effect, and why: another condition refuses in every such case. */
const reasons: Readonly<Record<string, readonly (readonly [site: string, part: string])[]>> = {
  'the identifier is random and new for this write': [
    ['shared/services/projects/new-project.ts addProjectWrites 2', 'attribute_not_exists(pk)'],
    ['shared/services/projects/new-project.ts addProjectWrites 3', 'attribute_not_exists(pk)'],
    ['shared/services/projects/new-project.ts addProjectWrites 4', 'attribute_not_exists(pk)'],
    ['shared/services/schedules/write-schedule.ts create 1', 'attribute_not_exists(pk)'],
    ['shared/services/users/create-user.ts createUser 2', 'attribute_not_exists(pk)'],
    ['shared/services/users/api-tokens.ts addToken 1', 'attribute_not_exists(pk)'],
  ],
  '`<>` is true if the attribute is absent': [
    ['shared/services/runs/start/start-run.ts write 6', 'attribute_not_exists(pk)'],
    ['shared/services/cooldowns/wiring.ts keepWiring 2', 'attribute_not_exists(pk)'],
    ['shared/services/firings/add-firing.ts addFiring 1', 'attribute_not_exists(pk)'],
    ['shared/services/chip-jobs/jobs.ts refuseDuringRun 1', 'attribute_not_exists(#holder)'],
  ],
  'every new run raises the revision of the lock, which the same transaction checks': [
    ['shared/services/runs/start/start-run.ts write 2', 'attribute_not_exists(pk)'],
    ['shared/services/runs/start/start-run.ts write 3', 'attribute_not_exists(pk)'],
  ],
  'the revision of the cool-down counts the checkpoints, and the same transaction checks it': [
    ['shared/services/cooldowns/wiring.ts keepWiring 2', 'attribute_not_exists(pk) OR cooldownCreatedAt <> :created'],
  ],
  'marking a deletion raises the revision, which the same condition checks': [
    ['shared/services/days/close-days.ts commitDay 1', 'attribute_not_exists(deletingAt)'],
  ],
  'a recreated chip starts at another revision, which the same condition checks': [
    ['shared/services/days/close-days.ts commitDay 1', 'createdAt = :created'],
  ],
  'the fence of a deleted chip changes nothing: its days stay open until it is restored, or are removed with it': [
    ['shared/services/days/close-days.ts fence 1', 'attribute_not_exists(deletingAt)'],
  ],
  'closing a day removes its mark in the same transaction, which checks the mark': [
    ['shared/services/days/close-days.ts commitDay 3', 'attribute_not_exists(pk)'],
  ],
  'the flow and its version are written together, and each refuses a second save of the same number': [
    ['shared/services/flows/save-flow.ts write 1', 'attribute_not_exists(pk)'],
    ['shared/services/flows/save-flow.ts write 2', 'attribute_not_exists(pk)'],
  ],
  'a firing and its schedule are written together, and the schedule must be unchanged since it was read': [
    ['shared/services/firings/add-firing.ts addFiring 1', 'attribute_not_exists(pk) OR #outcome <> :started'],
  ],
  'a row is kept until its project is purged, thirty days after the deletion': [
    ['shared/services/runs/start/start-run.ts write 4', 'attribute_exists(pk)'],
    ['shared/services/schedules/write-schedule.ts create 2', 'attribute_exists(pk)'],
    ['shared/services/flows/execute-flow.ts whileFlowStands 1', 'attribute_exists(pk)'],
    ['shared/services/flows/re-execute.ts whileFlowStands 1', 'attribute_exists(pk)'],
  ],
  'the id of a purged project is never reused, nor its name while its item exists': [
    ['shared/services/projects/purge-project.ts purge 1', 'attribute_exists(purgingSince)'],
    ['shared/services/projects/purge-project.ts purge 2', 'attribute_exists(purgingSince)'],
    ['shared/services/projects/purge-project.ts purge 3', 'projectId = :project'],
  ],
  'only the holder of the job creates the chip, and the same transaction checks the job': [
    ['shared/services/chip-jobs/create-job.ts runCreate 1', 'attribute_not_exists(pk)'],
    ['shared/services/chip-jobs/imports/import-new.ts importNew 1', 'attribute_not_exists(pk)'],
  ],
  'the closing of a run is final, and the same transaction checks that its tasks are unchanged': [
    ['shared/services/task-results/write/apply-changes.ts addExecution 1', 'closing = :yes'],
  ],
  'taking over a job gives it another lease, which the same condition checks': [
    ['shared/services/chip-jobs/jobs.ts settleJob 1', 'holder = :holder'],
  ],
};

const known = new Map(
  Object.entries(reasons).flatMap(([why, list]) => list.map(([site, part]) => [`${site}\n${part}`, why] as const)),
);

/** Why a part of a condition has no effect; undefined if it has one. */
export const reasonOfEquivalence = ({ site, part }: ConditionMutant): string | undefined =>
  known.get(`${site}\n${part}`);

/** All conditions that are listed as without effect. */
export const equivalents: readonly ConditionMutant[] = Object.values(reasons)
  .flat()
  .map(([site, part]) => ({ site, part }));
