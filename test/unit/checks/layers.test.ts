import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf } from '#scripts/checks/lib/imports.ts';
import { layerOf, layers, refusal } from '#scripts/checks/lib/layers.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

/** Imports that the direction of the layers forbids, each as a file would write it. */
const forbidden: [file: string, statement: string][] = [
  ['shared/domain/runs/x.ts', "import { post } from '../../chat/slack.ts'"],
  ['shared/domain/x.ts', "import { send } from '#shared/notifications/email/ses.ts'"],
  ['shared/domain/x.ts', "import { randomUUID } from 'node:crypto'"],
  ['shared/domain/x.ts', "import * as z from 'zod'"],
  ['shared/domain/x.ts', "import type { Config } from '../config.ts'"],
  ['shared/contract/x.ts', "import type { SignIn } from '../sign-in/provider-config.ts'"],
  ['shared/contract/x.ts', "import { startRun } from '#shared/runs/verbs/start/start-run.ts'"],
  ['shared/contract/x.ts', "import { readFileSync } from 'node:fs'"],
  ['shared/store/x.ts', "import { provider } from '../sign-in/provider.ts'"],
  ['shared/store/x.ts', "export * from '../services/chips/read-chip.ts'"],
  ['shared/email/x.ts', "import { readChip } from '../services/chips/read-chip.ts'"],
  ['shared/email/x.ts', "import { endpoint } from '#functions/http/endpoint.ts'"],
  ['shared/webhooks/x.ts', "import { getItem } from '../store/dynamodb/database.ts'"],
  ['shared/orchestration/x.ts', "import { startRun } from '../services/runs/start/start-run.ts'"],
  ['shared/services/x.ts', "import { S3Client } from '@aws-sdk/client-s3'"],
  ['shared/services/x.ts', "import { operations } from '#shared/api/registry.ts'"],
  ['shared/services/x.ts', "const { run } = await import('../../local/run.ts')"],
  ['functions/api/chips/x.ts', "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'"],
  ['functions/api/chips/x.ts', "import { step } from '../../flow/run-slice.ts'"],
  ['functions/events/x.ts', "import { gateway } from '#local/gateway/gateway.ts'"],
  ['functions/events/x.ts', "import { S3Client } from '@aws-sdk/client-s3'"],
  ['functions/schedule/x.ts', "import { endpoint } from '../http/endpoint.ts'"],
  ['infra/x.ts', "import { readChip } from '#shared/chips/verbs/read-chip.ts'"],
  ['infra/x.ts', "import { run } from '#local/run.ts'"],
  ['local/x.ts', "import { App } from 'aws-cdk-lib'"],
  ['simulator/x.ts', "import { startRun } from '#shared/runs/verbs/start/start-run.ts'"],
  ['worker/client/x.ts', "import { simulate } from '../../simulator/simulate.ts'"],
  ['cli/x.ts', "import { isQubit } from '#shared/kernel/rules/ids.ts'"],
  ['web/pages/x.tsx', "import { send } from '#shared/notifications/webhooks/https-sender.ts'"],
  ['web/pages/x.tsx', "import type { ChipRecord } from '#shared/chips/store/chips.ts'"],
  ['web/pages/x.tsx', "import { join } from 'node:path'"],
  ['scripts/tools/x.ts', "import { page } from '#web/main.tsx'"],
  ['shared/domain/x.ts', "import { stack } from '#test/support/stack/processes.ts'"],
];

test.each(forbidden)('the layers refuse %s the import: %s', (file, statement) => {
  const found = importsOf(file, `${statement};\n`);
  expect(found).toHaveLength(1);
  expect(found.map(refusal)).toEqual([`${file}: ${layerOf(file)} may not import ${found[0]?.to}`]);
});

const allowed: [file: string, statement: string][] = [
  ['shared/domain/runs/x.ts', "import { ids } from '../ids.ts'"],
  ['shared/domain/x.ts', "import { parse } from 'yaml'"],
  ['shared/services/x.ts', "import { getItem } from '../store/dynamodb/database.ts'"],
  ['shared/store/x.ts', "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'"],
  ['functions/api/chips/x.ts', "import { runtime } from '../../runtime.ts'"],
  ['web/pages/x.tsx', "import * as client from 'react-dom/client'"],
  ['web/pages/x.tsx', "const { route } = await import('#shared/api/routes.ts')"],
  ['vitest.config.ts', "import { defineConfig } from 'vitest/config'"],
];

test.each(allowed)('the layers allow %s the import: %s', (file, statement) => {
  expect(importsOf(file, `${statement};\n`).map(refusal)).toEqual([undefined]);
});

test('a file in a folder without a row is refused whatever it imports', () => {
  expect(refusal({ from: 'shared/new-folder/x.ts', to: 'shared/kernel/rules/ids.ts' })).toBe(
    'shared/new-folder/x.ts: no layer holds this file; give its folder a row',
  );
  expect(layerOf('tools/x.ts')).toBeUndefined();
});

describe('what a row names', () => {
  test('a name of a folder is that folder alone, not one whose name begins with it', () => {
    expect(refusal({ from: 'shared/search/x.ts', to: 'shared/store-old/x.ts' })).toBeDefined();
    expect(refusal({ from: 'shared/domain/x.ts', to: 'yaml-loader' })).toBeDefined();
  });

  test('the files of a folder do not stand for the folders in it', () => {
    expect(layerOf('functions/runtime.ts')).toBe('functions/*');
    expect(refusal({ from: 'functions/schedule/x.ts', to: 'functions/runtime.ts' })).toBeUndefined();
    expect(refusal({ from: 'functions/schedule/x.ts', to: 'functions/api/x.ts' })).toBeDefined();
  });
});

test('the table of docs/architecture.md lists the folders that the layers have', () => {
  const page = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8');
  const section = page.split('## Layers')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]));
  expect(listed.toSorted()).toEqual(Object.keys(layers).toSorted());
});
