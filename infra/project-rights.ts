import { ownPartitions, projectTagKey, sharedPartitions } from '#shared/kernel/store/keys.ts';

/** What IAM replaces by the project of a session. */
export const projectVariable = `\${aws:PrincipalTag/${projectTagKey}}`;

/** Holds for requests whose keys all belong to one project, or are what projects share (rule AUTH-44). */
export const withinProject = (project: string) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...ownPartitions(project), ...sharedPartitions] },
  // Without keys, the condition above would be true.
  Null: { 'dynamodb:LeadingKeys': 'false' },
});
