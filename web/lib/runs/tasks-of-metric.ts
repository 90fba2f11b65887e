import { type TaskDefinition, taskCatalogue } from '#shared/domain/runs/task-catalogue.ts';
import type { TargetKind } from '../api/wire.ts';

/** The standard tasks that measure a metric of a qubit or coupling, in the order of the catalogue. */
export const tasksOfMetric = (kind: TargetKind, metric: string): TaskDefinition[] =>
  taskCatalogue.filter(
    ({ type, outputs }) => type === kind && outputs.some(({ name, of }) => name === metric && of === undefined),
  );
