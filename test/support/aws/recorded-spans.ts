import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  type SpanStatus,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** What a span says once it has ended. */
export interface RecordedSpan {
  name: string;
  attributes: Attributes;
  status: SpanStatus | undefined;
}

/** Stands in for the layer that traces functions: keeps the spans of this process. */
export function recordSpans(): { spans: RecordedSpan[]; stop(): void } {
  const spans: RecordedSpan[] = [];
  context.setGlobalContextManager(contextManager());
  trace.setGlobalTracerProvider({ getTracer: () => tracerInto(spans) });
  return {
    spans,
    stop() {
      trace.disable();
      context.disable();
    },
  };
}

function contextManager(): ContextManager {
  const current = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => current.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => current.run(active, () => work.apply(self, args)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

function tracerInto(spans: RecordedSpan[]): Tracer {
  const startSpan = (name: string, { attributes }: SpanOptions = {}): Span => {
    const record: RecordedSpan = { name, attributes: { ...attributes }, status: undefined };
    const span: Partial<Span> = {
      setAttributes: (added) => {
        Object.assign(record.attributes, added);
        return span as Span;
      },
      setStatus: (status) => {
        record.status = status;
        return span as Span;
      },
      end: () => void spans.push(record),
    };
    return span as Span;
  };
  const startActiveSpan = (name: string, options: SpanOptions, work: (span: Span) => unknown) => {
    const span = startSpan(name, options);
    return context.with(trace.setSpan(context.active(), span), () => work(span));
  };
  return { startSpan, startActiveSpan: startActiveSpan as Tracer['startActiveSpan'] };
}
