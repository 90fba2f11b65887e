import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Removes what a function on Lambda does not need from its bundle, about an eighth of a megabyte each:
 * - The SDK finds credentials in the environment first. Its fallbacks for developer machines (profiles, single sign-on,
 *   processes, web identity), containers and virtual machines are replaced with an error.
 * - No called operation returns an event stream, so its loader is replaced with an error.
 * - DynamoDB's client has a cache for endpoint discovery, which is off by default.
 * - zod's conversion to JSON Schema, and the summaries and descriptions of the contract, are only for the function that
 *   serves the OpenAPI document.
 * - Of the well-known passwords only those of sufficient length remain, with the licence of their list.
 * - Of `package.json` only the version is read.
 * - `yaml` is taken as ES modules, unlike in its Node condition, so that unused parts are dropped.
 */
export const lambdaModules = (root: string, { makesJsonSchema }: { makesJsonSchema: boolean }): Plugin => ({
  name: 'lambda-modules',
  setup(build) {
    const filter = /^(@aws-sdk\/credential-provider-(ini|sso|process|web-identity)|@smithy\/credential-provider-imds)$/;
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, namespace: 'left-out' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`'${path}' is not bundled: a function has no use for it`)});`,
    }));
    build.onResolve({ filter: /^@aws-sdk\/endpoint-cache$/ }, ({ path }) => ({ path, namespace: 'no-endpoint-cache' }));
    build.onLoad({ filter: /.*/, namespace: 'no-endpoint-cache' }, () => ({
      contents: 'export class EndpointCache {}',
    }));
    const jsonSchema = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
    if (!makesJsonSchema)
      build.onLoad({ filter: jsonSchema }, async ({ path }) => {
        const names = Object.keys(await import(path)).map((name) => `leftOut as ${name}`);
        const leftOut = `const leftOut = () => () => { throw new Error('This function makes no JSON Schema'); };`;
        return { contents: `${leftOut} export { ${names.join(', ')} };` };
      });
    if (!makesJsonSchema)
      build.onLoad(
        { filter: /shared\/(api\/schemas|[\w-]+\/contract\/(operations|schemas))\/[\w-]+\.ts$/ },
        async ({ path }) => ({
          contents: withoutWords(await readFile(path, 'utf8')),
          loader: 'ts',
        }),
      );
    build.onLoad({ filter: /shared\/people\/verbs\/auth\/well-known-passwords\.ts$/ }, async ({ path }) => {
      const { wellKnownPasswords } = (await import(path)) as { wellKnownPasswords: { list: readonly string[] } };
      const licence = await readFile(join(root, 'node_modules/@zxcvbn-ts/language-common/LICENSE.txt'), 'utf8');
      const contents = `export const wellKnownPasswords = ${JSON.stringify({ ...wellKnownPasswords, licence })};`;
      return { contents, loader: 'js' };
    });
    build.onLoad({ filter: /\bpackage\.json$/ }, async ({ path }) => {
      if (path !== join(root, 'package.json')) return undefined;
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    build.onResolve({ filter: /^yaml$/ }, () => ({ path: join(root, 'node_modules/yaml/browser/dist/index.js') }));
  },
});

/** Returns a module of the contract without its summaries and descriptions, which are literals. */
const withoutWords = (source: string): string =>
  source.replace(/\b(summary|description):\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?(?=\s*[}\w.[])/g, '');
