import { notFound, type Refusal } from '../../errors.ts';

/** 404 of a flow. */
export const unknownFlow = (name: string, projectId: string): Refusal =>
  notFound(`Flow '${name}' not found in project '${projectId}'`);
