import { resolve } from 'node:path';

/** The project's folder. */
export const projectRoot: string = resolve(import.meta.dirname, '../..');
