import { SpanStatusCode, trace } from '@opentelemetry/api';

/** Whom work is for, as far as it is known. */
export interface Traced {
  projectId?: string | undefined;
  executionId?: string | undefined;
  flowRunId?: string | undefined;
}

/** Attributes by which traces are found. Ids alone: a name, a token or an address may be secret. */
function attributesOf({ projectId, executionId, flowRunId }: Traced): Record<string, string | string[]> {
  const ids = {
    'fiducial.project_id': projectId,
    'fiducial.execution_id': executionId,
    'fiducial.flow_run_id': flowRunId,
  };
  const known = Object.entries(ids).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // X-Ray finds traces by the attributes in this list, and only shows the others.
  return { ...Object.fromEntries(known), 'aws.xray.annotations': known.map(([key]) => key) };
}

/** Says on the span of a call whom the call is for. Without a tracer there is no span (rule DEPLOY-57). */
export const traceCall = (traced: Traced): void => void trace.getActiveSpan()?.setAttributes(attributesOf(traced));

/** Replaces the address on the span of a request by its route: a query may contain a token, and a path a name. */
export const traceRoute = (route: string): void =>
  void trace.getActiveSpan()?.setAttributes({ 'http.route': route, 'url.full': route });

/** Does work in a span of its own, since a call may work for several projects. An error is marked without its text. */
export const tracedWork = <T>(traced: Traced, work: () => Promise<T>): Promise<T> =>
  trace.getTracer('fiducial').startActiveSpan('work', { attributes: attributesOf(traced) }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
