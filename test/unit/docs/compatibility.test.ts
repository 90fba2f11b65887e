import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeList } from '#shared/api/routes.ts';
import {
  compatibilityPage,
  methodsOf,
  pythonClientVersion,
  reasonOf,
  served,
  typescriptClientVersion,
} from '#test/clients/compatibility.ts';
import { leftOut } from '#test/clients/left-out.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const clients = ['python', 'typescript'] as const;

describe('methods of the clients of QDash', () => {
  it('docs/compatibility.md is what follows from the lists of the clients and the registry', async () => {
    await expect(compatibilityPage()).toMatchFileSnapshot(join(projectRoot, 'docs/compatibility.md'));
  });

  it('both pages on compatibility name the versions of the clients that are tested', () => {
    expect(pythonClientVersion).toMatch(/^\d+\.\d+\.\d+$/);
    const versions = [
      `\`qdash-client\` ${pythonClientVersion}`,
      `TypeScript client of QDash ${typescriptClientVersion}`,
    ];
    const silent = ['docs/compatibility.md', 'docs/design/compatibility.md'].flatMap((page) => {
      const text = readFileSync(join(projectRoot, page), 'utf8').replaceAll(/\s+/g, ' ');
      return versions.filter((version) => !text.includes(version)).map((version) => `${page}: ${version}`);
    });
    expect(silent).toEqual([]);
  });

  it.each(clients)('every method of the %s client is answered, or has the reason why it is left out', (client) => {
    const unexplained = served(client).filter(({ call, operationId, reason }) => call && !operationId && !reason);
    expect(unexplained.map(({ name }) => name)).toEqual([]);
  });

  it.each(clients)('the list of the %s client names each method once', (client) => {
    const names = methodsOf(client).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(50);
    expect(new Set(names).size).toBe(names.length);
  });

  it('an operation of the TypeScript client is answered by the operation of the same name', () => {
    const otherwise = served('typescript').filter(({ name, operationId }) => operationId && operationId !== name);
    expect(otherwise.map(({ name, operationId }) => `${name}: ${operationId}`)).toEqual([]);
  });

  it('what is left out is called by a client, and by no route of ours', () => {
    const calls = clients.flatMap(methodsOf).flatMap(({ call }) => call ?? []);
    const reasons = new Set(calls.map(reasonOf));
    expect(Object.entries(leftOut).filter(([, reason]) => !reasons.has(reason))).toEqual([]);
    expect(routeList.filter((route) => reasonOf(route)).map(({ operationId }) => operationId)).toEqual([]);
  });
});
