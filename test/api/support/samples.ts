import { buildPath } from '#shared/api/client.ts';
import type { Operation } from '#shared/api/define.ts';
import { registry } from '#shared/api/registry.ts';
import { type OperationId, routes } from '#shared/api/routes.ts';
import { multipartOf, multipartType, samplePng } from './images.ts';
import { artifactsSamples } from './samples/artifacts.ts';
import { chipsSamples } from './samples/chips.ts';
import { cooldownsSamples } from './samples/cooldowns.ts';
import { discussionsSamples } from './samples/discussions.ts';
import { executionsSamples } from './samples/executions.ts';
import { flowsSamples } from './samples/flows.ts';
import { metricsSamples } from './samples/metrics.ts';
import { notesSamples } from './samples/notes.ts';
import { notificationsSamples } from './samples/notifications.ts';
import { peopleSamples } from './samples/people.ts';
import { projectsSamples } from './samples/projects.ts';
import { provenanceSamples } from './samples/provenance.ts';
import type { SampleNames, SamplesOf } from './samples/sample.ts';
import { schedulesSamples } from './samples/schedules.ts';
import { systemSamples } from './samples/system.ts';
import { taskResultsSamples } from './samples/task-results.ts';
import { workersSamples } from './samples/workers.ts';
import { jsonHeaders, type WireRequest } from './wire.ts';

export { type SampleNames, sampleFlow } from './samples/sample.ts';

/** A request of every operation that succeeds with the permission. */
export const samples: SamplesOf<typeof routes> = {
  ...systemSamples,
  ...peopleSamples,
  ...notificationsSamples,
  ...projectsSamples,
  ...chipsSamples,
  ...metricsSamples,
  ...executionsSamples,
  ...cooldownsSamples,
  ...flowsSamples,
  ...notesSamples,
  ...discussionsSamples,
  ...taskResultsSamples,
  ...artifactsSamples,
  ...provenanceSamples,
  ...workersSamples,
  ...schedulesSamples,
};

/** What a request carries, whatever its operation. */
export interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** What the sample of an operation carries. */
export function sampleInput(id: OperationId, names: SampleNames): AnyInput {
  // Every operation's input is one of its own type; on the wire they are all the same.
  return (samples[id] as (of: SampleNames) => AnyInput)(names);
}

/** A request as it goes over the wire. */
export function wireRequest(
  id: OperationId,
  input: AnyInput,
  { token, projectId }: { token: string | undefined; projectId: string },
): WireRequest {
  const { bodyType } = registry[id] as Operation;
  const isForm = bodyType === 'form';
  const isMultipart = bodyType === 'multipart';
  const body = isMultipart
    ? multipartOf(id === 'bulkImportUsers' ? Buffer.from('username\nsample-of-a-list\n') : samplePng)
    : isForm
      ? new URLSearchParams(input.body as Record<string, string>).toString()
      : JSON.stringify(input.body);
  return {
    method: routes[id].method,
    path: buildPath(id, input.params, input.query),
    headers: {
      ...jsonHeaders(token, projectId),
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(isMultipart ? { 'content-type': multipartType } : {}),
      ...input.headers,
    },
    ...(input.body === undefined ? {} : { body }),
  };
}

/** The sample of an operation as it goes over the wire. */
export const sampleRequest = (id: OperationId, names: SampleNames, token: string | undefined): WireRequest =>
  wireRequest(id, sampleInput(id, names), { token, projectId: names.projectId });
