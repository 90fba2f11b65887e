import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * What a function on Lambda has no use for, left out of its bundle: an eighth of a megabyte each.
 *
 * On Lambda the credentials are in the environment, where the SDK looks first. Its providers for a developer's machine
 * (profiles, single sign-on, a process, a web identity), a container and a virtual machine are loaded where that fails;
 * here they say so instead.
 * No operation that a function calls answers a stream of events: what the SDK would load for one says so.
 * DynamoDB's client keeps a cache for the discovery of endpoints, which is off unless it is asked for.
 * Schemas check what arrives: that zod can describe them as JSON Schema is for the function alone that answers the OpenAPI document.
 * What the contract says of operations and fields in words is for that function as well.
 * Of the well-known passwords a bundle has those that would be long enough, with the licence of their list.
 * Of `package.json` it has the version, which is all that is read of it.
 * `yaml` is taken as ES modules, which its condition for Node is not, so that what nothing calls is left out.
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
      build.onLoad({ filter: /shared\/contract\/(operations|schemas)\/[\w-]+\.ts$/ }, async ({ path }) => ({
        contents: withoutWords(await readFile(path, 'utf8')),
        loader: 'ts',
      }));
    build.onLoad({ filter: /shared\/services\/auth\/well-known-passwords\.ts$/ }, async ({ path }) => {
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

/** A module of the contract without the summaries and descriptions in it, which are literals. */
const withoutWords = (source: string): string =>
  source.replace(/\b(summary|description):\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?(?=\s*[}\w.[])/g, '');
