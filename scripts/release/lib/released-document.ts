import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '#shared/api/openapi.ts';
import { projectRoot } from '../../tools/project-root.ts';
import type { Change, OpenApi } from './openapi-document.ts';

/** File of the last release's description. */
export const releasedFile: string = join(projectRoot, 'docs/openapi/released.json');

/** Description of the last release; undefined before the first. */
export function releasedDocument(): OpenApi | undefined {
  return existsSync(releasedFile) ? (JSON.parse(readFileSync(releasedFile, 'utf8')) as OpenApi) : undefined;
}

/** The current description, as a client would read it. */
export const presentDocument = (): OpenApi => JSON.parse(JSON.stringify(openApiDocument())) as OpenApi;

export const changeText = ({ where, what }: Change): string => `${where} ${what}`;
