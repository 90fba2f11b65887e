import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#scripts/tools/project-root.ts';

/** The packages that AWS releases under one number. Shared parts such as `@aws-sdk/core` have numbers of their own. */
const released = /node_modules\/@aws-sdk\/(client-|lib-storage$|s3-request-presigner$|credential-providers$)/;

it('all clients of the AWS SDK have one version, those of other packages included', () => {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const clients = Object.keys(packages).filter((path) => released.test(path));
  expect(clients).toContain('node_modules/@aws-sdk/client-lambda');
  const byVersion = Map.groupBy(clients, (path) => packages[path].version);
  expect([...byVersion.keys()], JSON.stringify([...byVersion])).toHaveLength(1);
});

it('no package of the AWS SDK is installed twice', () => {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const nested = Object.keys(packages).filter((path) => /node_modules\/.*node_modules\/@(aws-sdk|smithy)\//.test(path));
  expect(nested).toEqual([]);
});
