import { Stack } from 'aws-cdk-lib';
import { type CfnApi, HttpApi as Gateway, type HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { resourceTags } from '#infra/names.ts';
import { type ApiBody, addUnit, emptyBody, type ServedUnit } from './api-body.ts';
import { allowGateway } from './api-permission.ts';
import { apiStage } from './api-stage.ts';

/** A group of routes and the Lambda that serves it. */
interface RoutedFunction {
  unit: ServedUnit;
  lambda: IFunction;
  /** What the gateway calls. */
  arn: string;
}

/** Properties of the HTTP API. */
export interface HttpApiProps {
  config: DeploymentConfig;
  functions: readonly RoutedFunction[];
}

/**
 * The HTTP API, at the root of the gateway's address; `/api` is stripped before it. API Gateway imports its routes from
 * one document (rule DEPLOY-48). An unknown path goes to the system group, which answers 404 in the API's format (rule
 * API-9).
 */
export class HttpApi extends Construct {
  readonly gateway: Gateway;
  readonly stage: HttpStage;
  private readonly body: ApiBody;

  constructor(scope: Construct, id: string, { config, functions }: HttpApiProps) {
    super(scope, id);
    this.body = emptyBody(
      `fiducial-${config.environment}`,
      'Fiducial: calibration of quantum chips',
      resourceTags(config),
    );
    this.gateway = new Gateway(this, 'Gateway', { createDefaultStage: false });
    const api = this.gateway.node.defaultChild as CfnApi;
    api.body = this.body;
    // Otherwise the import would leave out what it does not understand.
    api.failOnWarnings = true;
    // They are in the document, and API Gateway refuses them outside of it.
    for (const property of ['Name', 'ProtocolType', 'Tags']) api.addPropertyDeletionOverride(property);
    for (const served of functions) this.serve(served);
    this.stage = apiStage(this, this.gateway, config);
  }

  /** Adds the routes of a function. */
  serve({ unit, lambda, arn }: RoutedFunction): void {
    const { partition, region } = Stack.of(this);
    const functions = `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions`;
    addUnit(this.body, unit, `${functions}/${arn}/invocations`);
    allowGateway(this, unit.name, lambda, this.gateway);
  }
}
