/**
 * The CDK app of a deployment that is under way: steps of runs, consumers of the stream and scheduled functions run the
 * code of the last release, whose checkout is `FIDUCIAL_RELEASE`, and the API runs this one's. If the release has a
 * canary, so do the groups that are tried out (rule DEPLOY-21).
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { loadDeploymentConfig } from '#infra/config.ts';
import { canaryGroups } from '#infra/constructs/canary-release.ts';
import { defineDeployment } from '#infra/deployment.ts';
import { groups } from '#shared/api/routes.ts';

const { FIDUCIAL_RELEASE: release } = process.env;
if (!release) throw new Error('FIDUCIAL_RELEASE names no checkout of the last release');
const here = resolve(import.meta.dirname, '../..');
const hasCanary = existsSync(resolve(release, 'infra/constructs/canary-release.ts'));
const of = (names: readonly string[]) => (bundle: string) => names.includes(bundle);
const [isServed, isTried] = [of(groups), of(canaryGroups)];

const app = new App();
defineDeployment(app, loadDeploymentConfig(app.node.getAllContext()), {
  code: (bundle) => {
    const built = resolve(release, 'dist/functions', bundle);
    const isOld = existsSync(built) && (isServed(bundle) ? hasCanary && isTried(bundle) : true);
    return Code.fromAsset(isOld ? built : resolve(here, 'dist/functions', bundle));
  },
  site: resolve(here, 'dist/web'),
});
app.synth();
