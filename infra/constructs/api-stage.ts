import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { removalOf } from '#infra/removal.ts';

/** The only stage of an HTTP API, at its root, with its log of requests. */
export function apiStage(scope: Construct, httpApi: HttpApi, config: DeploymentConfig): HttpStage {
  const logs = new LogGroup(scope, 'AccessLogs', {
    retention: config.logRetentionDays,
    removalPolicy: removalOf(config),
  });
  return new HttpStage(scope, 'Stage', {
    httpApi,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: config.throttleRatePerSecond, burstLimit: config.throttleBurst },
    accessLogSettings: { destination: new LogGroupLogDestination(logs), format: accessLogFormat },
  });
}

/** One JSON line per request, with the route instead of the path, since a path contains names of chips and people. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    request_id: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTime(),
    source_ip: AccessLogField.contextIdentitySourceIp(),
    route: '$context.routeKey',
    method: '$context.httpMethod',
    status: AccessLogField.contextStatus(),
    bytes: AccessLogField.contextResponseLength(),
    latency_ms: AccessLogField.contextResponseLatency(),
    integration_latency_ms: AccessLogField.contextIntegrationLatency(),
    integration_error: '$context.integrationErrorMessage',
  }),
);
