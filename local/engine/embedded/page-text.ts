import { type Page, type Row, readUnits, sizeOf } from './page.ts';
import { type ReadInput, unitsText, wantsUnits } from './read-parts.ts';

interface PageInput extends ReadInput {
  TableName?: string | undefined;
  ConsistentRead?: boolean | undefined;
  Select?: string | undefined;
}

interface PageContent {
  /** Items of the page that match the filter. */
  items: readonly Row[];
  /** Number of examined items. */
  scanned: number;
  project(json: string): string;
  /** Key attributes from which the next page continues. */
  keys: readonly string[];
}

/** The response of a Query or Scan. */
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
