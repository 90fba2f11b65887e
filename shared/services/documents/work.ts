import { planImport } from '../../domain/import/formats.ts';
import { seedsOfFiles } from '../../domain/import/seeds.ts';
import { problemOfText } from '../../domain/yaml/check-text.ts';

/** What is done with whole documents. Arguments and results can be sent to another thread: they are plain data. */
export const documentWork = { planImport, seedsOfFiles, problemOfText };

export type DocumentTask = keyof typeof documentWork;

/** What the thread is started with, and what it answers. */
export interface ThreadInput {
  task: DocumentTask;
  args: readonly unknown[];
}
export interface ThreadAnswer {
  result: unknown;
}
