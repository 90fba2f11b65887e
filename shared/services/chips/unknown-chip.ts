import { type ServiceError, unknownReference } from '../../errors.ts';

/** What is said to a request that names, in its body, a chip which the project does not have. */
export const unknownChip = (projectId: string, chipId: string): ServiceError =>
  unknownReference(`Chip '${chipId}' not found in project '${projectId}'`);
