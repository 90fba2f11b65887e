import { Stack, Validations } from 'aws-cdk-lib';
import { HttpApi as Gateway, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUrlIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { allowGateway } from './api-permission.ts';
import { apiStage } from './api-stage.ts';
import type { HttpApi, HttpApiProps } from './http-api.ts';

/** Properties of the forwarding API. */
export interface FormerApiProps extends HttpApiProps {
  /** Where requests go. */
  to: HttpApi;
}

/**
 * The API of releases up to 0.1.0, at its address. A route for each path was a resource of its own; it now has one,
 * which forwards to the API that replaced it (rule DEPLOY-45). The release that follows removes it
 * (docs/decisions/0060). The construct and its children keep their ids, and so CloudFormation keeps the API.
 */
export class FormerApi extends Construct {
  constructor(scope: Construct, id: string, { config, functions, to }: FormerApiProps) {
    super(scope, id);
    const gateway = new Gateway(this, 'Gateway', {
      apiName: `fiducial-${config.environment}`,
      description: 'Fiducial: the former address, which forwards',
      createDefaultStage: false,
    });
    apiStage(this, gateway, config);
    const { region, urlSuffix } = Stack.of(this);
    const route = new HttpRoute(gateway, 'Forward', {
      httpApi: gateway,
      // The routes of a release before it take precedence as long as they exist.
      routeKey: HttpRouteKey.with('/{proxy+}', HttpMethod.ANY),
      integration: new HttpUrlIntegration(
        'Forward',
        `https://${to.gateway.apiId}.execute-api.${region}.${urlSuffix}/{proxy}`,
      ),
    });
    route.node.addDependency(to.stage);
    // CloudFormation deletes the routes of the release and their permissions in any order.
    for (const { unit, lambda } of functions) allowGateway(this, unit.name, lambda, gateway);
    // The stack `web` of 0.1.0 imports it, and CloudFormation removes no export in use. `web` is deployed after this one.
    Stack.of(this).exportValue(gateway.apiEndpoint);
    Validations.of(gateway).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Functions verify the bearer token themselves, together with the membership that decides about access.',
    });
  }
}
