/**
 * Bounds of lists that are read whole (rules PROJ-10, PROJ-11, PROJ-12, WORK-12 and TASK-11): higher than any real use,
 * and low enough for an answer to hold all of it. Data that grows with time is read by pages and has no such bound.
 */
export const bounds = {
  /** Memberships of a project, in every state. */
  membersOfProject: 200,
  /** Projects that a user owns, with those that wait to be purged and that they made or accepted. */
  projectsOfOwner: 200,
  /** Projects in which a user is an active member, their own included. */
  projectsOfUser: 500,
  /** Unanswered invitations: to a project, by one person, and to one person. */
  openInvitationsOfProject: 50,
  openInvitationsOfInviter: 100,
  openInvitationsOfInvited: 100,
  /** Topologies that imports have brought to a project. */
  importedTopologies: 100,
  /** Exports of rows that are made at a time, and that a project remembers, which is for two days. */
  exportsAtOnce: 5,
  exportsOfProject: 200,
  /** Workers that a project remembers. */
  workersOfProject: 200,
  /** Tasks, and tags, and backends, that a project lists as used. */
  usedNames: 1000,
} as const;
