import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorMeanings } from '#shared/api/error-meanings.ts';
import { errorCodeList, statusOf } from '#shared/api/error-statuses.ts';
import { openApiDocument } from '#shared/api/openapi.ts';
import { operations } from '#shared/api/registry.ts';
import { projectRoot } from '#test/support/stack/processes.ts';
import { openApiProblems, schemasOf } from './openapi-check.ts';

type Described = {
  responses: Record<string, { description: string; content?: Record<string, { schema: { $ref?: string } }> }>;
  parameters?: { in: string; name: string }[];
  security: unknown[];
};
const document = openApiDocument();
const paths = document.paths as Record<string, Record<string, Described>>;
const describedOf = ({ route }: (typeof operations)[number]) =>
  paths[route.path]?.[route.method.toLowerCase()] as Described;

describe('the interface description', () => {
  it('the interface description is a sound OpenAPI 3.1 document', () => {
    expect(openApiProblems(document)).toEqual([]);
  });

  it.each([
    ['an unknown reference', { schema: { $ref: '#/components/schemas/Nothing' } }, 'refers to nothing'],
    ['an unknown type', { schema: { type: 'date' } }, 'has the type date'],
    [
      'a required field that is not there',
      { schema: { required: ['a'], properties: {} } },
      'which it does not describe',
    ],
    ['a pattern for a number', { schema: { type: 'integer', pattern: 'x' } }, 'has a pattern'],
  ])('the check finds the interface description broken with %s', (_, node, problem) => {
    const content = { 'application/json': node };
    const broken = { ...document, paths: { '/x': { get: { responses: { 200: { description: '', content } } } } } };
    expect(openApiProblems(broken).join()).toContain(problem);
  });

  it('the check finds the interface description broken with a path parameter that no one describes', () => {
    const operation = { responses: { 200: { description: '' } } };
    expect(openApiProblems({ ...document, paths: { '/x/{id}': { get: operation } } })).toEqual([
      'get /x/{id}: does not describe the parameters of its path',
    ]);
  });

  it('the interface description has one entry for every operation of the registry and no other', () => {
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(operations.map(({ route }) => `${route.method} ${route.path}`).sort());
  });

  it('in the interface description every refusal has the error model, and every operation that can fail a 500', () => {
    for (const operation of operations) {
      const { responses } = describedOf(operation);
      expect(Object.keys(responses)).toContain('500');
      for (const [status, { content }] of Object.entries(responses))
        if (Number(status) >= 400)
          expect(content?.['application/json']?.schema.$ref, operation.operationId).toBe('#/components/schemas/Error');
    }
  });

  it('the interface description says of every code what it means, and of every operation which it may answer', () => {
    const { Error: error } = (
      document.components as { schemas: Record<string, { properties: Record<string, object> }> }
    ).schemas;
    expect(error?.properties.code).toMatchObject({ type: 'string', 'x-extensible-enum': errorCodeList });
    expect(error?.properties.code).not.toHaveProperty('enum');
    const guide = readFileSync(join(projectRoot, 'docs/api.md'), 'utf8');
    for (const code of errorCodeList)
      expect(guide).toContain(`| \`${code}\` | ${statusOf(code)} | ${errorMeanings[code]} |`);
    const conflict = paths['/flows/{name}/execute']?.post?.responses['409']?.description;
    expect(conflict).toContain('`run_active`');
    expect(conflict).not.toContain('`etag_mismatch`');
  });

  it('the description names 401 and 403 where a token is needed, 400 where something is parsed, 413 for every body', () => {
    for (const operation of operations) {
      const { responses, security } = describedOf(operation);
      const statuses = Object.keys(responses);
      const guarded = operation.route.auth !== 'none';
      expect(security, operation.operationId).toEqual(guarded ? [{ bearer: [] }] : []);
      if (guarded) expect(statuses, operation.operationId).toEqual(expect.arrayContaining(['401', '403']));
      const parsed = operation.params ?? operation.query ?? operation.headers ?? operation.body;
      if (parsed) expect(statuses, operation.operationId).toContain('400');
      expect(statuses.includes('413'), operation.operationId).toBe(operation.body !== undefined);
    }
  });

  it('the interface description has no boolean of texts, and no default that is a map alongside null, which generators trip over', () => {
    const tripping: string[] = [];
    JSON.stringify(document, (name, value) => {
      if (value?.type === 'boolean' && value.enum) tripping.push(`boolean ${name}`);
      if (value?.anyOf && typeof value.default === 'object' && value.default !== null) tripping.push(`default ${name}`);
      return value;
    });
    expect(tripping).toEqual([]);
  });

  it('the interface description has no component twice, once for input and once for output', () => {
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    const names = Object.keys(schemas);
    expect(names.filter((name) => /(Output|Input|\d)$/.test(name))).toEqual([]);
    const texts = names.map((name) => JSON.stringify(schemas[name]));
    const doubles = names.filter((_, index) => texts.indexOf(texts[index] ?? '') !== index);
    // A qubit and a coupling have one shape and two names; so have what a value came from and what came from it.
    expect(doubles).toEqual(['Coupling', 'ImpactResponse']);
  });

  it('the interface description writes every field in snake_case, and every header in kebab-case', () => {
    const fields = schemasOf(document).flatMap(({ at, schema }) =>
      Object.keys((schema.properties ?? {}) as object).map((name) => `${at}/${name}`),
    );
    expect(fields.length).toBeGreaterThan(200);
    expect(
      fields.filter((field) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(field.slice(field.lastIndexOf('/') + 1))),
    ).toEqual([]);
    const parameters = operations.flatMap((operation) => describedOf(operation).parameters ?? []);
    for (const parameter of parameters)
      expect(parameter.name).toMatch(parameter.in === 'header' ? /^[a-z]+(-[a-z]+)*$/ : /^[a-z]+(_[a-z]+)*$/);
  });
});
