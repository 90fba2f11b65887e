import { seedsOfFiles } from '../../../devices/rules/import/seeds.ts';
import { problemOfText } from '../../../kernel/rules/yaml/check-text.ts';
import { prepareImport } from './prepare-import.ts';

/** What is done with whole documents. Arguments and results can be sent to another thread: they are plain data. */
export const documentWork = { prepareImport, seedsOfFiles, problemOfText };

export type DocumentTask = keyof typeof documentWork;

/** What the thread is started with, and what it answers. */
export interface ThreadInput {
  task: DocumentTask;
  args: readonly unknown[];
}
export interface ThreadAnswer {
  result: unknown;
}
