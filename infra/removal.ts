import { RemovalPolicy } from 'aws-cdk-lib';
import type { DeploymentConfig } from './config.ts';

/**
 * Removal policy of data and logs: kept where data is protected. Resources of a failed deployment are removed with it,
 * so that it can be repeated (rule DEPLOY-15).
 */
export const removalOf = ({ protectData }: Pick<DeploymentConfig, 'protectData'>): RemovalPolicy =>
  protectData ? keptOnceMade : RemovalPolicy.DESTROY;

/** Kept when its stack is deleted, but not when the deployment that created it fails. */
export const keptOnceMade: RemovalPolicy = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
