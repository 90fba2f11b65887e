import { Validations } from 'aws-cdk-lib';
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi as Gateway,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import type { FunctionUnit } from '#infra/function-units.ts';
import { removalOf } from '#infra/removal.ts';

/** A function of the API and the Lambda that runs it. */
interface RoutedFunction {
  unit: FunctionUnit;
  lambda: IFunction;
}

/** The functions behind the API. */
export interface HttpApiProps {
  config: DeploymentConfig;
  functions: readonly RoutedFunction[];
}

/**
 * The HTTP API: one route a path of a function, at the root of the gateway's address; `/api` is stripped before it.
 * A path that no operation has goes to the system group, which answers 404 in the API's own form (rule API-9).
 */
export class HttpApi extends Construct {
  readonly gateway: Gateway;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { config } = props;
    this.gateway = new Gateway(this, 'Gateway', {
      apiName: `fiducial-${config.environment}`,
      description: 'Fiducial: calibration of quantum chips',
      createDefaultStage: false,
    });
    for (const { unit, lambda } of props.functions) {
      // One permission a function and not one a route: a function's policy holds about 20 KB.
      const integration = new HttpLambdaIntegration(unit.name, lambda, { scopePermissionToRoute: false });
      // One route a path of the unit, or a prefix of paths, for any method where it has several: a stack holds 500 resources,
      // and API Gateway 300 routes. It prefers a route of one method, which may be another unit's; the function tells the
      // others apart.
      for (const [path, routes] of Map.groupBy(unit.routes, (route) => gatewayPath(route.path))) {
        const [only, ...others] = routes;
        const method = only && others.length === 0 ? HttpMethod[only.method] : HttpMethod.ANY;
        this.gateway.addRoutes({ path, methods: [method], integration });
      }
      if (unit.routes.some((route) => route.operationId === 'getHealth')) {
        new HttpRoute(this.gateway, 'UnknownPath', {
          httpApi: this.gateway,
          routeKey: HttpRouteKey.DEFAULT,
          integration,
        });
      }
    }
    new HttpStage(this, 'Stage', {
      httpApi: this.gateway,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: config.throttleRatePerSecond, burstLimit: config.throttleBurst },
      accessLogSettings: { destination: new LogGroupLogDestination(this.accessLogs(config)), format: accessLogFormat },
    });
    Validations.of(this.gateway).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Functions verify the bearer token themselves, with the membership that decides about access.',
    });
  }

  private accessLogs(config: DeploymentConfig): LogGroup {
    return new LogGroup(this, 'AccessLogs', {
      retention: config.logRetentionDays,
      removalPolicy: removalOf(config),
    });
  }
}

/**
 * Prefixes whose paths share one route, so that a stack has room for others (rule DEPLOY-24): all below one is of one
 * group, and no id in it needs to be decoded.
 */
const sharedPrefixes = ['/admin/users/', '/webhooks/'];

/** The path by which the gateway knows a route of the API. */
export function gatewayPath(path: string): string {
  const prefix = sharedPrefixes.find((one) => path.startsWith(one));
  return prefix === undefined ? path : `${prefix}{proxy+}`;
}

/** One JSON line a request, with the route and not the path: a path names chips and people. */
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
