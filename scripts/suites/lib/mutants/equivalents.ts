import type { ConditionMutant } from './condition-log.ts';

/** Conditions that may be removed without an effect, and why: another condition refuses in every such case. */
const reasons: Readonly<Record<string, readonly (readonly [site: string, part: string])[]>> = {
  'the identifier is random and new for this write': [
    ['shared/projects/verbs/new-project.ts addProjectWrites 2', 'attribute_not_exists(pk)'],
    ['shared/projects/verbs/new-project.ts addProjectWrites 3', 'attribute_not_exists(pk)'],
    ['shared/projects/verbs/new-project.ts addProjectWrites 4', 'attribute_not_exists(pk)'],
    ['shared/schedules/verbs/write-schedule.ts create 1', 'attribute_not_exists(pk)'],
    ['shared/people/verbs/create-user.ts createUser 2', 'attribute_not_exists(pk)'],
    ['shared/people/verbs/api-tokens.ts addToken 1', 'attribute_not_exists(pk)'],
  ],
  '`<>` is true if the attribute is absent': [
    ['shared/runs/verbs/start/start-run.ts write 6', 'attribute_not_exists(pk)'],
    ['shared/cooldowns/verbs/wiring.ts keepWiring 2', 'attribute_not_exists(pk)'],
    ['shared/schedules/verbs/firings/add-firing.ts addFiring 1', 'attribute_not_exists(pk)'],
    ['shared/chips/verbs/jobs/jobs.ts refuseDuringRun 1', 'attribute_not_exists(#holder)'],
  ],
  'every new run raises the revision of the lock, which the same transaction checks': [
    ['shared/runs/verbs/start/start-run.ts write 2', 'attribute_not_exists(pk)'],
    ['shared/runs/verbs/start/start-run.ts write 3', 'attribute_not_exists(pk)'],
  ],
  'the revision of the cool-down counts the checkpoints, and the same transaction checks it': [
    ['shared/cooldowns/verbs/wiring.ts keepWiring 2', 'attribute_not_exists(pk) OR cooldownCreatedAt <> :created'],
  ],
  'marking a deletion raises the revision, which the same condition checks': [
    ['shared/values/verbs/days/close-days.ts commitDay 1', 'attribute_not_exists(deletingAt)'],
  ],
  'a recreated chip starts at another revision, which the same condition checks': [
    ['shared/values/verbs/days/close-days.ts commitDay 1', 'createdAt = :created'],
  ],
  'the fence of a deleted chip changes nothing: its days stay open until it is restored, or are removed with it': [
    ['shared/values/verbs/days/close-days.ts fence 1', 'attribute_not_exists(deletingAt)'],
  ],
  'closing a day removes its mark in the same transaction, which checks the mark': [
    ['shared/values/verbs/days/close-days.ts commitDay 3', 'attribute_not_exists(pk)'],
  ],
  'the flow and its version are written together, and each refuses a second save of the same number': [
    ['shared/flows/verbs/save-flow.ts write 1', 'attribute_not_exists(pk)'],
    ['shared/flows/verbs/save-flow.ts write 2', 'attribute_not_exists(pk)'],
  ],
  'a firing and its schedule are written together, and the schedule must be unchanged since it was read': [
    ['shared/schedules/verbs/firings/add-firing.ts addFiring 1', 'attribute_not_exists(pk) OR #outcome <> :started'],
  ],
  'a row is kept until its project is purged, thirty days after the deletion': [
    ['shared/runs/verbs/start/start-run.ts write 4', 'attribute_exists(pk)'],
    ['shared/schedules/verbs/write-schedule.ts create 2', 'attribute_exists(pk)'],
    ['shared/flows/verbs/execute-flow.ts whileFlowStands 1', 'attribute_exists(pk)'],
    ['shared/flows/verbs/re-execute.ts whileFlowStands 1', 'attribute_exists(pk)'],
  ],
  'the id of a purged project is never reused, nor its name while its item exists': [
    ['shared/projects/verbs/purge-project.ts purge 1', 'attribute_exists(purgingSince)'],
    ['shared/projects/verbs/purge-project.ts purge 2', 'attribute_exists(purgingSince)'],
    ['shared/projects/verbs/purge-project.ts purge 3', 'projectId = :project'],
  ],
  'only the holder of the job creates the chip, and the same transaction checks the job': [
    ['shared/chips/verbs/jobs/create-job.ts runCreate 1', 'attribute_not_exists(pk)'],
    ['shared/devices/verbs/import/import-new.ts importNew 1', 'attribute_not_exists(pk)'],
  ],
  'the closing of a run is final, and the same transaction checks that its tasks are unchanged': [
    ['shared/results/verbs/write/apply-changes.ts addExecution 1', 'closing = :yes'],
  ],
  'taking over a job gives it another lease, which the same condition checks': [
    ['shared/chips/verbs/jobs/jobs.ts settleJob 1', 'holder = :holder'],
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
