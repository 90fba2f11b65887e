import { toCsv } from '#shared/devices/rules/export/csv.ts';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { downloadText } from '../../../ui/lib/browser/download.ts';
import { csvName, valuesCsv } from './values-csv.ts';

/** Saves the values of a layer as a file of the browser. */
export const saveValues = (chipId: string, { cells, display, details }: MapLayer, date: string): void =>
  downloadText(csvName(chipId, display, date), toCsv(valuesCsv(cells, display, details)), 'text/csv;charset=utf-8');
