import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf } from '#scripts/checks/lib/imports.ts';
import { layerOf, layers, refusal } from '#scripts/checks/lib/layers.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

/** Imports that the direction of the layers forbids, each as a file would write it. */
const forbidden: [file: string, statement: string][] = [
  ['shared/runs/rules/x.ts', "import { post } from '../../notifications/chat/slack.ts'"],
  ['shared/chips/rules/x.ts', "import { send } from '#shared/notifications/email/ses.ts'"],
  ['shared/chips/rules/x.ts', "import { randomUUID } from 'node:crypto'"],
  ['shared/chips/rules/x.ts', "import * as z from 'zod'"],
  ['shared/chips/rules/x.ts', "import type { Config } from '../../kernel/config.ts'"],
  ['shared/chips/contract/x.ts', "import type { SignIn } from '../../people/sign-in/provider-config.ts'"],
  ['shared/chips/contract/x.ts', "import { startRun } from '#shared/runs/verbs/start/start-run.ts'"],
  ['shared/chips/contract/x.ts', "import { readFileSync } from 'node:fs'"],
  ['shared/chips/store/x.ts', "import { provider } from '../../people/sign-in/provider.ts'"],
  ['shared/chips/store/x.ts', "export * from '../../chips/verbs/read-chip.ts'"],
  ['shared/notifications/email/x.ts', "import { readChip } from '../../chips/verbs/read-chip.ts'"],
  ['shared/notifications/email/x.ts', "import { endpoint } from '#functions/http/endpoint.ts'"],
  ['shared/notifications/webhooks/x.ts', "import { getItem } from '../../kernel/store/dynamodb/database.ts'"],
  ['shared/runs/orchestration/x.ts', "import { startRun } from '../../runs/verbs/start/start-run.ts'"],
  ['shared/chips/verbs/x.ts', "import { S3Client } from '@aws-sdk/client-s3'"],
  ['shared/chips/verbs/x.ts', "import { operations } from '#shared/api/registry.ts'"],
  ['shared/chips/verbs/x.ts', "const { run } = await import('../../../local/run.ts')"],
  ['functions/chips/x.ts', "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'"],
  ['functions/chips/x.ts', "import { step } from '../steps/run-slice.ts'"],
  ['functions/events/x.ts', "import { gateway } from '#local/gateway/gateway.ts'"],
  ['functions/events/x.ts', "import { S3Client } from '@aws-sdk/client-s3'"],
  ['functions/scheduled/x.ts', "import { endpoint } from '../http/endpoint.ts'"],
  ['infra/x.ts', "import { readChip } from '#shared/chips/verbs/read-chip.ts'"],
  ['infra/x.ts', "import { run } from '#local/run.ts'"],
  ['local/x.ts', "import { App } from 'aws-cdk-lib'"],
  ['simulator/x.ts', "import { startRun } from '#shared/runs/verbs/start/start-run.ts'"],
  ['worker/client/x.ts', "import { simulate } from '../../simulator/simulate.ts'"],
  ['cli/x.ts', "import { isQubit } from '#shared/kernel/rules/ids.ts'"],
  ['web/chips/pages/x.tsx', "import { send } from '#shared/notifications/webhooks/https-sender.ts'"],
  ['web/chips/pages/x.tsx', "import type { ChipRecord } from '#shared/chips/store/chips.ts'"],
  ['web/chips/pages/x.tsx', "import { join } from 'node:path'"],
  ['scripts/tools/x.ts', "import { page } from '#web/main.tsx'"],
  ['shared/chips/rules/x.ts', "import { stack } from '#test/support/stack/processes.ts'"],
];

test.each(forbidden)('the layers refuse %s the import: %s', (file, statement) => {
  const found = importsOf(file, `${statement};\n`);
  expect(found).toHaveLength(1);
  expect(found.map(refusal)).toEqual([`${file}: ${layerOf(file)} may not import ${found[0]?.to}`]);
});

const allowed: [file: string, statement: string][] = [
  ['shared/runs/rules/x.ts', "import { ids } from '../../kernel/rules/ids.ts'"],
  ['shared/chips/rules/x.ts', "import { parse } from 'yaml'"],
  ['shared/chips/verbs/x.ts', "import { getItem } from '../../kernel/store/dynamodb/database.ts'"],
  ['shared/chips/store/x.ts', "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'"],
  ['functions/chips/x.ts', "import { runtime } from '../runtime.ts'"],
  ['web/chips/pages/x.tsx', "import * as client from 'react-dom/client'"],
  ['web/chips/pages/x.tsx', "const { route } = await import('#shared/api/routes.ts')"],
  ['vitest.config.ts', "import { defineConfig } from 'vitest/config'"],
];

test.each(allowed)('the layers allow %s the import: %s', (file, statement) => {
  expect(importsOf(file, `${statement};\n`).map(refusal)).toEqual([undefined]);
});

test('a file in a folder without a row is refused whatever it imports', () => {
  expect(refusal({ from: 'shared/new-folder/x.ts', to: 'shared/kernel/rules/ids.ts' })).toBe(
    'shared/new-folder/x.ts: no layer holds this file; give its folder a row',
  );
  expect(layerOf('functions/new-folder/x.ts')).toBeUndefined();
  expect(layerOf('tools/x.ts')).toBeUndefined();
});

describe('what a row names', () => {
  test('a name of a folder is that folder alone, not one whose name begins with it', () => {
    expect(refusal({ from: 'shared/search/x.ts', to: 'shared/chips/store-old/x.ts' })).toBeDefined();
    expect(refusal({ from: 'shared/chips/rules/x.ts', to: 'yaml-loader' })).toBeDefined();
  });

  test('the files of a folder do not stand for the folders in it', () => {
    expect(layerOf('functions/runtime.ts')).toBe('functions/*');
    expect(refusal({ from: 'functions/scheduled/x.ts', to: 'functions/runtime.ts' })).toBeUndefined();
    expect(refusal({ from: 'functions/scheduled/x.ts', to: 'functions/chips/x.ts' })).toBeDefined();
  });
});

test('the table of docs/architecture.md lists the folders that the layers have', () => {
  const page = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8');
  const section = page.split('## Layers')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]));
  expect(listed.toSorted()).toEqual(Object.keys(layers).toSorted());
});
