import type { Case } from './case.ts';
import { chipEntities } from './chip-records.ts';
import { cooldownEntities } from './cooldown-records.ts';
import { metricEntities } from './metric-records.ts';
import { noteEntities } from './note-records.ts';
import { peopleEntities } from './people-records.ts';
import { runEntities } from './run-records.ts';
import { scheduleEntities } from './schedule-records.ts';
import { taskEntities } from './task-records.ts';
import { threadEntities } from './thread-records.ts';
import { workerEntities } from './worker-records.ts';

/** Every exported codec with its records: all fields, optional ones present or absent. */
export const entities: Case[] = [
  ...chipEntities,
  ...cooldownEntities,
  ...metricEntities,
  ...noteEntities,
  ...peopleEntities,
  ...runEntities,
  ...scheduleEntities,
  ...taskEntities,
  ...threadEntities,
  ...workerEntities,
];
