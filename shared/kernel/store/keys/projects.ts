import { encodePart, type Key, project } from './parts.ts';

/**
 * The partitions of projects and their members, as a pattern for IAM; with `#*` after it, all other partitions of a
 * project.
 */
export const projectPartitions = 'P#*';

/** Keys of a project and its members. */
export const projectKeys = {
  project: (projectId: string): Key => ({ pk: project(projectId), sk: 'META' }),
  /** The project's place in the list of all. */
  listed: (projectId: string): Key => ({ pk: 'PROJECTS', sk: encodePart(projectId) }),
  allListed: () => ({ pk: 'PROJECTS', prefix: '', consistent: true }),
  /** What it keeps, as it was last counted. */
  usage: (projectId: string): Key => ({ pk: project(projectId), sk: 'USAGE' }),
  importReport: (projectId: string, at: string, importId: string): Key => ({
    pk: project(projectId),
    sk: `IMPORTREPORT#${encodePart(at)}#${encodePart(importId)}`,
  }),
  /** The newest first. */
  importReports: (projectId: string) => ({ pk: project(projectId), prefix: 'IMPORTREPORT#', descending: true }),
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
