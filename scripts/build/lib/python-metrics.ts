import { metricCatalogue } from '#shared/values/rules/catalogue.ts';

/** Where the Python package has the catalogue. */
export const pythonMetricsFile = 'python/src/fiducial_lab/_metrics.py';

const head = `"""Metrics that the service knows. Do not edit: \`node scripts/build/python-sources.ts\` writes it from the catalogue."""

from __future__ import annotations

from typing import NamedTuple


class Metric(NamedTuple):
    """A metric of the catalogue: values are kept in \`unit\`."""

    key: str
    target: str
    unit: str
    title: str


`;

/** The catalogue as the module of the Python package. */
export function pythonMetrics(): string {
  const rows = metricCatalogue.map(
    ({ key, target, storedUnit, title }) =>
      `    Metric(${[key, target, storedUnit, title].map((text) => JSON.stringify(text)).join(', ')}),\n`,
  );
  return `${head}CATALOGUE = (\n${rows.join('')})\n`;
}
