import { notFound, type ServiceError } from '../../kernel/errors.ts';

/** 404 of a flow. */
export const unknownFlow = (name: string, projectId: string): ServiceError =>
  notFound(`Flow '${name}' not found in project '${projectId}'`);
