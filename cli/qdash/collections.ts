import type { Collection } from './collection.ts';
import { calibrationNotes } from './collections/calibration-notes.ts';
import { chipDays } from './collections/chip-days.ts';
import { chips } from './collections/chips.ts';
import { cooldowns, cryostats, wiringEvents } from './collections/cooldowns.ts';
import { counters } from './collections/counters.ts';
import { categories, issues, knowledge, posts } from './collections/discussions.ts';
import { executions } from './collections/executions.ts';
import { flows } from './collections/flows.ts';
import { namesOf, tasks } from './collections/names.ts';
import { chipNotes, metricNotes, noteEvents, targetNotes } from './collections/notes.ts';
import { targetDaysOf, targetsOf } from './collections/targets.ts';
import { taskResults } from './collections/task-results.ts';

/**
 * The collections whose documents become records, in an order in which each finds counted what it needs: runs come after
 * their task results, chips after their qubits, notes of a scope after those in the chip or qubit itself. Qubits and
 * couplings come before task results: the service would take a newer result into them, and a delta would find them changed.
 */
export const collections: readonly Collection[] = [
  ...[tasks, namesOf('tag'), namesOf('backend'), cryostats, cooldowns, wiringEvents, flows, counters],
  ...[targetsOf('qubit'), targetsOf('coupling')],
  ...[taskResults, executions, calibrationNotes],
  ...[targetDaysOf('qubit'), targetDaysOf('coupling'), chipDays, chips],
  ...[chipNotes, targetNotes, metricNotes, noteEvents, categories, posts, issues, knowledge],
];

/** Collections that are imported in another way: accounts, and the head of a project's archive. */
export const headCollections = ['user', 'project', 'project_membership'] as const;

/** Collections that follow from others, and are derived here. */
export const derivedCollections: Readonly<Record<string, string>> = {
  execution_lock: 'no run holds the lock of an imported project',
  forum_counter: 'the number of the next thread follows from the threads',
  notification: 'notifications are not sent again',
  parameter_versions: 'versions of values follow from the task results',
  provenance_relations: 'lineage follows from the task results',
  provenance_activities: 'lineage follows from the task results',
};

/** Collections with nothing like them here: they stay in the archive of the import. */
export const keptCollections: Readonly<Record<string, string>> = {
  agent_sessions: "sessions of QDash's agents",
  agent_actions: "actions of QDash's agents",
  agent_candidate_commits: "values that QDash's agents proposed",
  agent_campaign_commits: "campaigns of QDash's agents",
  copilot_chat_session: 'chats with the copilot',
};
