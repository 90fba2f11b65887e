/**
 * The CDK app of a second deployment, over one of `infra/app.ts`: an index more, an operation in a function of its own,
 * and a route to a function that only answers, alongside which a cold start is measured.
 */
import { resolve } from 'node:path';
import { App, Duration, Validations } from 'aws-cdk-lib';
import { AttributeType } from 'aws-cdk-lib/aws-dynamodb';
import { Code, type IFunction, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { loadDeploymentConfig } from '#infra/config.ts';
import { defineDeployment } from '#infra/deployment.ts';
import { byGroup } from '#infra/function-units.ts';
import type { OperationId } from '#shared/api/routes.ts';

const built = resolve(import.meta.dirname, '../../dist');
const app = new App();
const config = loadDeploymentConfig(app.node.getAllContext());
const { data, service } = defineDeployment(app, config, {
  code: (bundle) => Code.fromAsset(resolve(built, 'functions', bundle)),
  site: resolve(built, 'web'),
  grouping: (route) => (route.operationId === 'listChips' ? 'chip-list' : byGroup(route)),
});

const text = (name: string) => ({ name, type: AttributeType.STRING });
data.table.own.addGlobalSecondaryIndex({ indexName: 'gsi5', partitionKey: text('entity'), sortKey: text('pk') });

const bare = new LambdaFunction(service, 'Bare', {
  runtime: Runtime.NODEJS_24_X,
  handler: 'index.handler',
  code: Code.fromInline("exports.handler = async () => ({ statusCode: 200, body: 'bare' });"),
  memorySize: config.memorySizeMegabytes,
  timeout: Duration.seconds(5),
});
service.api.serve({
  // An operation that the registry does not have.
  unit: { name: 'bare', routes: [{ method: 'GET', path: '/bare', operationId: 'bare' as OperationId }] },
  lambda: bare as IFunction,
  arn: bare.functionArn,
});
for (const id of [
  'Serverless-LambdaDLQ',
  'Serverless-LambdaTracing',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
])
  Validations.of(bare).acknowledge({ id, reason: 'It is there for one measurement in an emulator.' });
app.synth();
