import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Config } from './config.ts';

/** Structured logs and metrics; nothing here ever sees a secret or the text of a note. */

/** What the service says while it works. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  /** One line and the metrics of a served request. */
  access(entry: AccessEntry): void;
}

/** The access log of one request. */
export interface AccessEntry {
  operation: string;
  status: number;
  latencyMilliseconds: number;
  requestId: string;
  userId: string | undefined;
  projectId: string | undefined;
}

/** Logs as JSON lines; metrics as CloudWatch's embedded format where the service runs on AWS. */
export function createLog(config: Pick<Config, 'logLevel' | 'environment'>): Log {
  const logger = new Logger({ serviceName: 'fiducial', logLevel: config.logLevel });
  const metrics =
    config.environment === 'local' ? undefined : new Metrics({ namespace: 'Fiducial', serviceName: 'fiducial' });
  return {
    debug: (message, fields = {}) => logger.debug(message, fields),
    info: (message, fields = {}) => logger.info(message, fields),
    warn: (message, fields = {}) => logger.warn(message, fields),
    error: (message, fields = {}) => logger.error(message, fields),
    access(entry) {
      logger.info('request', { ...entry });
      if (!metrics) return;
      metrics.addDimension('operation', entry.operation);
      metrics.addMetric('latency', MetricUnit.Milliseconds, entry.latencyMilliseconds);
      metrics.addMetric('clientErrors', MetricUnit.Count, entry.status >= 400 && entry.status < 500 ? 1 : 0);
      metrics.addMetric('serverErrors', MetricUnit.Count, entry.status >= 500 ? 1 : 0);
      metrics.publishStoredMetrics();
      metrics.clearDimensions();
    },
  };
}
