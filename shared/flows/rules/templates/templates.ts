import { managedTemplates } from './managed.ts';
import type { FlowTemplate } from './template.ts';
import { workerTemplates } from './worker.ts';

/** Flows to start from, the most usual first. */
export const flowTemplates: readonly FlowTemplate[] = [...managedTemplates, ...workerTemplates];

/** One of them; undefined for an unknown id. */
export const findFlowTemplate = (id: string): FlowTemplate | undefined =>
  flowTemplates.find((template) => template.id === id);

/** The name of a template's source as a file. */
export const templateFilename = ({ id, runner }: FlowTemplate): string =>
  `${id}.${runner === 'managed' ? 'yaml' : 'py'}`;
