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

/** A group of routes and the Lambda that serves it. */
interface RoutedFunction {
  unit: FunctionUnit;
  lambda: IFunction;
}

/** Properties of the HTTP API. */
export interface HttpApiProps {
  config: DeploymentConfig;
  functions: readonly RoutedFunction[];
}

/**
 * The HTTP API, at the root of the gateway's address; `/api` is stripped before it. Each function has one route per
 * path. An unknown path goes to the system group, which answers 404 in the API's format (rule API-9).
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
      // One permission per function instead of one per route, since a function's policy holds about 20 KB.
      const integration = new HttpLambdaIntegration(unit.name, lambda, { scopePermissionToRoute: false });
      // One route per path of the unit or per shared prefix, for any method if there are several. A stack holds 500
      // resources and API Gateway 300 routes. API Gateway prefers a route for one method, which may belong to another
      // unit, and the function distinguishes the rest.
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
      reason: 'Functions verify the bearer token themselves, together with the membership that decides about access.',
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
 * Prefixes whose paths share one route, which leaves room in the stack (rule DEPLOY-24). All paths below a prefix
 * belong to one group, and their ids need no decoding.
 */
const sharedPrefixes = [
  '/admin/users/',
  '/calibration-pipelines/',
  '/issue-knowledge/',
  '/notifications/',
  '/webhooks/',
];

/** Returns the gateway's path for a route of the API. */
export function gatewayPath(path: string): string {
  const prefix = sharedPrefixes.find((one) => path.startsWith(one));
  return prefix === undefined ? path : `${prefix}{proxy+}`;
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
