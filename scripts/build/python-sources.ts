import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '#shared/api/openapi.ts';
import { type AnswersDocument, pythonAnswers, pythonAnswersFile } from './lib/python-answers.ts';
import { pythonMetrics, pythonMetricsFile } from './lib/python-metrics.ts';

/* `node scripts/build/python-sources.ts`: writes the catalogue of metrics and the types of answers into the Python package. */
const root = fileURLToPath(new URL('../..', import.meta.url));
writeFileSync(join(root, pythonMetricsFile), pythonMetrics());
writeFileSync(join(root, pythonAnswersFile), pythonAnswers(openApiDocument() as unknown as AnswersDocument));
