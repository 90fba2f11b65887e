import { type ServiceError, unknownReference } from '../../kernel/errors.ts';

/** The error for a request whose body names a chip which the project does not have. */
export const unknownChip = (projectId: string, chipId: string): ServiceError =>
  unknownReference(`Chip '${chipId}' not found in project '${projectId}'`);
