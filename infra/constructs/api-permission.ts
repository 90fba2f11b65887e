import { Stack } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/**
 * Lets all routes of an API call a function. One permission per function instead of one per route, since a function's
 * policy holds about 20 KB.
 */
export function allowGateway(
  scope: Construct,
  name: string,
  lambda: IFunction,
  { apiId }: Pick<IHttpApi, 'apiId'>,
): void {
  lambda.addPermission(`${name}-permission`, {
    scope,
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    // Stage and route. The route for unknown paths is `$default`, without method and path.
    sourceArn: Stack.of(scope).formatArn({ service: 'execute-api', resource: apiId, resourceName: '*/*' }),
  });
}
