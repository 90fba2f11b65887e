import { toCsv } from '#shared/domain/export/csv.ts';
import { downloadText } from '../browser/download.ts';
import type { MapLayer } from '../map/layers.ts';
import { csvName, valuesCsv } from './values-csv.ts';

/** Saves the values of a layer as a file of the browser. */
export const saveValues = (chipId: string, { cells, display, details }: MapLayer, date: string): void =>
  downloadText(csvName(chipId, display, date), toCsv(valuesCsv(cells, display, details)), 'text/csv;charset=utf-8');
