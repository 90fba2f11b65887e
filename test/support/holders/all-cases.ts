import { accountCases } from './account-cases.ts';
import { chipCases } from './chip-cases.ts';
import { editCases } from './edit-cases.ts';
import { exportCases } from './export-cases.ts';
import { flowCases } from './flow-cases.ts';
import type { Stage } from './holder-case.ts';
import { importCases } from './import-cases.ts';
import { keyedCases } from './keyed-cases.ts';
import { readCases } from './read-cases.ts';
import { resultCases } from './result-cases.ts';
import { runCases } from './run-cases.ts';

/** The makers of all cases for an engine. */
export const caseMakers = [
  chipCases,
  runCases,
  editCases,
  flowCases,
  resultCases,
  exportCases,
  importCases,
  accountCases,
  keyedCases,
  readCases,
];

/** The cases are there before the engine that they are carried out on. */
export const unstarted = {} as Stage;
