import { encodePart, type Key, project } from './parts.ts';

/** Keys of cryostats and cool-downs. */
export const cooldownKeys = {
  cryostat: (projectId: string, cryoId: string): Key => ({ pk: project(projectId), sk: `CRYO#${encodePart(cryoId)}` }),
  cryostats: (projectId: string) => ({ pk: project(projectId), prefix: 'CRYO#' }),
  cooldown: (projectId: string, cooldownId: string): Key => ({
    pk: project(projectId),
    sk: `COOLDOWN#${encodePart(cooldownId)}`,
  }),
  cooldowns: (projectId: string) => ({ pk: project(projectId), prefix: 'COOLDOWN#' }),
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
  /** A checkpoint of a cool-down's wiring; at most 100. */
  wiringEvent: (projectId: string, cooldownId: string, number: number): Key => ({
    pk: project(projectId),
    sk: `${cooldownKeys.wiringEvents(projectId, cooldownId).prefix}${String(number).padStart(4, '0')}`,
  }),
  wiringEvents: (projectId: string, cooldownId: string) => ({
    pk: project(projectId),
    prefix: `WIRING#${encodePart(cooldownId)}#`,
  }),
  allData: (projectId: string, cooldownId: string) => ({
    pk: project(projectId),
    prefix: `COOLDATA#${encodePart(cooldownId)}#`,
  }),
};
