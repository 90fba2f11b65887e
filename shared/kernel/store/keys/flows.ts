import { encodePart, type Key, project } from './parts.ts';

/** Keys of flows and their versions. */
export const flowKeys = {
  flow: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `FLOW#${encodePart(name)}` }),
  flows: (projectId: string) => ({ pk: project(projectId), prefix: 'FLOW#' }),
  /** gsi2: the flows of a project by their last update. */
  ofProject: (projectId: string): string => `${project(projectId)}#FLOW`,
  byUpdate: (updatedAt: string, name: string): string => `${updatedAt}#${encodePart(name)}`,
  version: (projectId: string, name: string, version: number): Key => ({
    pk: flowKeys.versions(projectId, name).pk,
    sk: `V#${String(version).padStart(6, '0')}`,
  }),
  versions: (projectId: string, name: string) => ({
    pk: `${project(projectId)}#FLOW#${encodePart(name)}`,
    prefix: '',
  }),
  /** gsi2: the versions of a flow, without their source. */
  versionsOf: (projectId: string, name: string): string => `${project(projectId)}#FLOW#${encodePart(name)}#V`,
};

/** Keys of schedules and of the outcomes of their firings. */
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
