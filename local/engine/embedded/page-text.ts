import { type Page, type Row, readUnits, sizeOf } from './page.ts';
import { type ReadInput, unitsText, wantsUnits } from './read-parts.ts';

interface PageInput extends ReadInput {
  TableName?: string | undefined;
  ConsistentRead?: boolean | undefined;
  Select?: string | undefined;
}

interface PageContent {
  /** Those of the page that meet the filter. */
  items: readonly Row[];
  /** How many were looked at. */
  scanned: number;
  project(json: string): string;
  /** The attributes of a key by which the next page goes on. */
  keys: readonly string[];
}

/** The answer of a Query or Scan. */
export function pageText(input: PageInput, page: Page, { items, scanned, project, keys }: PageContent): string {
  const parts = [`"Count":${items.length}`, `"ScannedCount":${scanned}`];
  if (input.Select !== 'COUNT') parts.push(`"Items":[${items.map((row) => project(row.item_json)).join(',')}]`);
  const last = page.rows.at(-1);
  if (page.isCut && last) parts.push(`"LastEvaluatedKey":${keyText(last, keys)}`);
  if (wantsUnits(input)) {
    const bytes = page.rows.reduce((sum, row) => sum + sizeOf(row), 0);
    parts.push(unitsText(input, input.TableName ?? '', readUnits(bytes, input.ConsistentRead ?? false)));
  }
  return `{${parts.join(',')}}`;
}

function keyText({ item_json }: Row, keys: readonly string[]): string {
  const item = JSON.parse(item_json) as Record<string, unknown>;
  return JSON.stringify(Object.fromEntries(keys.map((name) => [name, item[name]])));
}
