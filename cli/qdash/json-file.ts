import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { EJSON } from 'bson';
import { Failure } from '../failure.ts';
import { gunzipped } from './bson-file.ts';
import type { Doc } from './document.ts';
import { isTooDeep, ranOutOfStack } from './nesting.ts';

/**
 * The documents of a file of JSON lines, as mongoexport writes them: MongoDB's extended JSON, relaxed or canonical.
 * @param onTooDeep gets the place of each document that is nested too deeply; it is left out.
 * @throws Failure for a line that is not a document.
 */
export async function* jsonDocuments(path: string, onTooDeep: (place: string) => void): AsyncGenerator<Doc> {
  const input = path.endsWith('.gz') ? Readable.from(gunzipped(path)) : createReadStream(path);
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    // Editors of Windows begin a file with a byte order mark.
    const content = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (line === 1 && content.trimStart().startsWith('['))
      throw new Failure(`${path} is one JSON array: export it without --jsonArray, a document a line.`);
    if (content.trim() === '') continue;
    const document = documentOf(path, line, content);
    if (document) yield document;
    else onTooDeep(`the document in line ${line}`);
  }
}

/** A document; undefined for one that is nested too deeply. @throws Failure for other text. */
function documentOf(path: string, line: number, text: string): Doc | undefined {
  try {
    // Python's json writes NaN and Infinity as bare words, which JSON does not have.
    const document: unknown = EJSON.parse(bareWords.test(text) ? quoteBareWords(text) : text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document))
      return isTooDeep(document) ? undefined : (document as Doc);
  } catch (error) {
    if (ranOutOfStack(error)) return undefined;
    // Other text is reported below.
  }
  throw new Failure(`${path} is damaged: line ${line} is not a document of MongoDB's extended JSON.`);
}

const bareWords = /[:[,]\s*-?(?:NaN|Infinity)\b/;

/** Replaces bare words outside strings by what extended JSON says for them. */
const quoteBareWords = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (word) =>
    word.startsWith('"') ? word : `{"$numberDouble":"${word}"}`,
  );
