/** The CDK app: `cdk synth|diff|deploy -c environment=dev|prod|local`, after `npm run build`. */
import { resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { loadDeploymentConfig } from './config.ts';
import { defineDeployment } from './deployment.ts';

const built = resolve(import.meta.dirname, '../dist');
const app = new App();
defineDeployment(app, loadDeploymentConfig(app.node.getAllContext()), {
  code: (bundle) => Code.fromAsset(resolve(built, 'functions', bundle)),
  site: resolve(built, 'web'),
});
app.synth();
