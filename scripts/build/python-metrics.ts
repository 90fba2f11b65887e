import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonMetrics, pythonMetricsFile } from './lib/python-metrics.ts';

/* `node scripts/build/python-metrics.ts`: writes the catalogue of metrics into the Python package. */
writeFileSync(join(fileURLToPath(new URL('../..', import.meta.url)), pythonMetricsFile), pythonMetrics());
