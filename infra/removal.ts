import { RemovalPolicy } from 'aws-cdk-lib';
import type { DeploymentConfig } from './config.ts';

/**
 * What becomes of data and logs when their resource leaves its stack: kept where data is protected. What was made by a
 * deployment that failed goes with that deployment, so that it can be repeated (rule DEPLOY-15).
 */
export const removalOf = ({ protectData }: Pick<DeploymentConfig, 'protectData'>): RemovalPolicy =>
  protectData ? keptOnceMade : RemovalPolicy.DESTROY;

/** Kept when its stack goes, except by the failure of the deployment that made it. */
export const keptOnceMade: RemovalPolicy = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
