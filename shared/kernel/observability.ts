import { Logger, LogLevelThreshold } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Config } from './config.ts';
import { redact } from './redaction.ts';

/**
 * Structured logs and metrics. A line has the fields named here and no others, so that a whole request, record or error
 * cannot get into it; foreign texts are cleared of what looks like a credential.
 */

/** Every field that a log line may have besides its message: ids, counts, and facts about an error. */
const fieldNames = [
  'requestId',
  'clientAddress',
  'nameHash',
  'userId',
  'projectId',
  'executionId',
  'scheduleId',
  'scheduledTime',
  'outcome',
  'entity',
  'operation',
  'fields',
  'routeKey',
  'status',
  'latencyMilliseconds',
  'finished',
  'purged',
  'busy',
  'failed',
  'held',
  'settled',
  'synced',
  'queued',
  'error',
  'reason',
  'stack',
] as const;

export type LogFields = Partial<Record<(typeof fieldNames)[number], string | number | undefined>>;

/** The service's log and metrics. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** One line and the metrics of a served request. */
  access(entry: AccessEntry): void;
  /** A metric of the whole service. */
  measure(name: MeasuredName, value: number): void;
}

const serviceName = 'fiducial';

/** Namespace of the service's own metrics. */
export const metricNamespace = 'Fiducial';

/**
 * The dimensions of every metric. Environments of one account do not share a metric, so that none triggers another's
 * alarm.
 */
export const metricDimensions = (environment: string): { service: string; environment: string } => ({
  service: serviceName,
  environment,
});

const measuredUnits = {
  /** Age of the oldest lock of all projects, in seconds; 0 without one. */
  lockAge: MetricUnit.Seconds,
  /** Answers that did not match their schema, among those that were checked (rule API-7). */
  schemaMismatches: MetricUnit.Count,
  /** Requests that were admitted because the table did not answer how much their caller may use (rule LIMIT-8). */
  limitsUnavailable: MetricUnit.Count,
} as const;

/** The metrics that the service measures of itself. */
export type MeasuredName = keyof typeof measuredUnits;

/** The access log of one request. */
export interface AccessEntry {
  operation: string;
  status: number;
  latencyMilliseconds: number;
  requestId: string;
  userId: string | undefined;
  projectId: string | undefined;
  /** Of a request for a login, a password or a token: the sender's address. */
  clientAddress?: string | undefined;
  /** And for a login, the username that was tried (rule AUDIT-6). */
  nameHash?: string | undefined;
}

/** Logs as JSON lines; metrics as CloudWatch's embedded format if the service runs on AWS. */
export function createLog(config: Pick<Config, 'logLevel' | 'environment'>): Log {
  const logger = new Logger({ serviceName, logLevel: config.logLevel });
  // Lines that are not written are not built, since that would cost time in every request.
  const writesRequests = logger.level <= LogLevelThreshold.INFO;
  const metrics =
    config.environment === 'local'
      ? undefined
      : new Metrics({
          namespace: metricNamespace,
          serviceName,
          defaultDimensions: metricDimensions(config.environment),
        });
  return {
    debug: (message, fields = {}) => logger.debug(redact(message), known(fields)),
    info: (message, fields = {}) => logger.info(redact(message), known(fields)),
    warn: (message, fields = {}) => logger.warn(redact(message), known(fields)),
    error: (message, fields = {}) => logger.error(redact(message), known(fields)),
    access(entry) {
      if (writesRequests) logger.info('request', known({ ...entry }));
      if (!metrics) return;
      metrics.addDimension('operation', entry.operation);
      metrics.addMetric('latency', MetricUnit.Milliseconds, entry.latencyMilliseconds);
      // A metric of errors is billed only for hours with an error of the operation.
      if (entry.status >= 500) metrics.addMetric('serverErrors', MetricUnit.Count, 1);
      else if (entry.status >= 400) metrics.addMetric('clientErrors', MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
      metrics.clearDimensions();
    },
    measure(name, value) {
      if (!metrics) return;
      metrics.addMetric(name, measuredUnits[name], value);
      metrics.publishStoredMetrics();
    },
  };
}

/** The named fields only, whatever else an object holds, and texts cleared of credentials. */
function known(fields: LogFields): LogFields {
  const present = fieldNames.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(
    present.map((name) => {
      const value = fields[name];
      return [name, typeof value === 'number' ? value : redact(String(value))];
    }),
  );
}
