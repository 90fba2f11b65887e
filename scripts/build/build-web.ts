import { ensureWebBuilt } from '#local/website/build.ts';

/* `npm run build:web`: builds the web application into dist/web if its sources have changed. */
await ensureWebBuilt((line) => console.log(line));
