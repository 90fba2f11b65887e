import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { DeploymentConfig } from './config.ts';
import type { CodeSource } from './constructs/service-function.ts';
import type { Grouping } from './function-units.ts';
import { DataStack } from './stacks/data-stack.ts';
import { ServiceStack } from './stacks/service-stack.ts';

/** The parts of a deployment that a test may replace. */
export interface DeploymentParts {
  /** Where the functions' code comes from. */
  code: CodeSource;
  grouping?: Grouping;
}

/** The stacks of a deployment by life cycle. */
export interface Deployment {
  data: DataStack;
  service: ServiceStack;
}

/**
 * Defines the stacks `data` and `service` of one environment in the app, named `fiducial-<environment>-<stack>`, with
 * the checks of cdk-nag: a finding that is not acknowledged beside its resource fails the synthesis.
 */
export function defineDeployment(app: App, config: DeploymentConfig, parts: DeploymentParts): Deployment {
  const { account, environment, region } = config;
  const stackProps = (name: string) => ({
    stackName: `fiducial-${environment}-${name}`,
    terminationProtection: config.protectData,
    env: { ...(account ? { account } : {}), ...(region ? { region } : {}) },
  });
  const data = new DataStack(app, 'data', config, {
    description: 'Fiducial: the table and the secrets',
    ...stackProps('data'),
  });
  const service = new ServiceStack(app, 'service', config, {
    description: 'Fiducial: the API and its functions',
    ...stackProps('service'),
    ...parts,
    data,
  });
  Tags.of(app).add('application', 'fiducial');
  Tags.of(app).add('environment', environment);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return { data, service };
}
