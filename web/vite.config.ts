import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { routeList } from '../shared/api/routes.ts';
import { chunkGroups } from './chunks.ts';

const swaggerDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Puts the viewer's own files next to the API reference page (`public/docs`), so that it needs no other host. */
function apiReference(): Plugin {
  const source = (name: string) => readFileSync(join(swaggerDir, name));
  return {
    name: 'api-reference',
    generateBundle() {
      for (const name of swaggerFiles) this.emitFile({ type: 'asset', fileName: `docs/${name}`, source: source(name) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = swaggerFiles.find((file) => request.url === `/docs/${file}`);
        if (!name) return next();
        response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
        response.end(source(name));
      });
    },
  };
}

/**
 * Lets Plotly clear a style by taking the attribute away: an empty one is refused by the content security policy as
 * any other. Fails when a new version has nothing to change any more.
 */
function plotlyWithoutStyleAttributes(): Plugin {
  return {
    name: 'plotly-without-style-attributes',
    transform(code, id) {
      if (!id.includes('plotly.js-basic-dist-min')) return;
      if (!code.includes('.attr("style","")')) throw new Error(`${id} sets no empty style attributes any more`);
      return { code: code.replaceAll('.attr("style","")', '.attr("style",null)'), map: null };
    },
  };
}

/** Has the browser load React together with the entry, which imports it later: every page needs it. */
function reactAtOnce(): Plugin {
  return {
    name: 'react-at-once',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.name === 'react' && !html.includes(file.fileName))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** The words of all sources of the pages. */
function wordsOfPages(): Set<string> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return new Set(files.flatMap((file) => readFileSync(join(import.meta.dirname, file), 'utf8').match(/\w+/g) ?? []));
}

/**
 * Leaves of the list of routes what the pages send by: method and path of the operations that they name. Who may call what, and which
 * function answers, is the service's, and every page loads the list.
 */
function routesAsAddresses(): Plugin {
  return {
    name: 'routes-as-addresses',
    apply: 'build',
    transform(_, id) {
      if (!id.endsWith('/shared/api/routes.ts')) return;
      const named = wordsOfPages();
      const sent = routeList.filter(({ operationId }) => named.has(operationId));
      const byPath = [...Map.groupBy(sent, ({ path }) => path)].sort(([one], [other]) => (one < other ? -1 : 1));
      const lines = byPath.map(([path, routes]) =>
        [path, ...routes.map(({ method, operationId }) => `${method} ${operationId}`)].join(),
      );
      const code = `
        export const routes = {};
        for (const line of ${JSON.stringify(lines.join('|'))}.split('|')) {
          const [path, ...sent] = line.split(',');
          for (const one of sent) {
            const [method, id] = one.split(' ');
            routes[id] = { method, path };
          }
        }`;
      return { code, map: null, moduleType: 'js' };
    },
  };
}

/** Build of the web application into `dist/web`: hashed assets, nothing inlined (the pages run under a strict CSP). */
export default defineConfig(({ command }) => {
  // A build is always for production: with a test runner's NODE_ENV it would contain React's development code.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: import.meta.dirname,
    base: '/',
    plugins: [react(), apiReference(), plotlyWithoutStyleAttributes(), routesAsAddresses(), reactAtOnce()],
    build: {
      outDir: join(import.meta.dirname, '../dist/web'),
      emptyOutDir: true,
      manifest: 'assets/manifest.json',
      assetsInlineLimit: 0,
      // All styles are 20 KB compressed: one file comes sooner than a dozen for each page.
      cssCodeSplit: false,
      // Every browser that runs these pages preloads by itself.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: chunkGroups(import.meta.dirname, globSync('*/pages/**/*-page.tsx', { cwd: import.meta.dirname })),
          },
        },
      },
    },
    server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  };
});
