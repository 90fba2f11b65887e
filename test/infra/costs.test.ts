import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sumOf } from '#test/bench/costs/cost-line.ts';
import { costTables, idleCostsOf, marks } from '#test/bench/costs/cost-tables.ts';
import { labCosts } from '#test/bench/costs/lab-costs.ts';
import {
  dashboardCosts,
  drivingWorkerCosts,
  idleWorkerCosts,
  openOverview,
  openPageCosts,
  runCosts,
  storageCosts,
  twentyPeople,
} from '#test/bench/costs/use-costs.ts';
import { projectRoot } from '#test/support/stack/processes.ts';
import { everything, synthesize } from './synthesis.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const idle = (environment: string, context = {}) => sumOf(idleCostsOf(environment, context));

describe('what a deployment costs', () => {
  it('an idle prod costs less than 6 dollars a month, and an idle dev less than 2', () => {
    expect(idle('prod')).toBeLessThan(6);
    expect(idle('dev')).toBeLessThan(2);
  });

  it('a run of 20 tasks on each of 256 qubits costs less than 0.15 dollars', () => {
    expect(sumOf(runCosts(256 * 20))).toBeLessThan(0.15);
    expect(sumOf(runCosts(256 * 20))).toBeCloseTo(4 * sumOf(runCosts(64 * 20)), 3);
  });

  it('a worker that waits for runs costs less than 2 dollars a month, and one that drives all day less than 7', () => {
    expect(sumOf(idleWorkerCosts())).toBeLessThan(2);
    expect(sumOf(drivingWorkerCosts(1))).toBeLessThan(7);
  });

  it('a lab with hourly runs of 20 tasks on three chips pays in month 24 less than 1.3 times month 2 once old results are archived', () => {
    const month = (month: number, keptMonths: number, tasks = 20) =>
      sumOf(labCosts({ month, tasks, keptMonths }, idle('prod')));
    expect(month(24, 1)).toBeLessThan(1.3 * month(2, 1));
    expect(month(24, 0)).toBeGreaterThan(1.3 * month(2, 0));
    // Larger runs pay mostly for what they keep.
    expect(month(24, 1, 1280)).toBeLessThan(0.45 * month(24, 0, 1280));
    expect(month(2, 1)).toBe(month(2, 0));
  });

  it('an overview that is open all month with hourly runs costs less than 0.30 dollars, and the pages of 20 people less than 15', () => {
    expect(sumOf(openPageCosts(openOverview))).toBeLessThan(0.3);
    expect(sumOf(openPageCosts(twentyPeople))).toBeLessThan(15);
  });

  it('what a deployment costs follows its templates: a firewall, a node of search', () => {
    expect(idle('prod', { firewallRequestsPerFiveMinutes: '40000' }) - idle('prod')).toBeCloseTo(8, 10);
    const node = idle('prod', { search: 'managed', searchLayout: 'single' });
    const nodes = idle('prod', { search: 'managed' });
    expect(node - idle('prod')).toBeGreaterThan(26);
    expect(nodes - idle('prod')).toBeGreaterThan(5 * (node - idle('prod')));
  });

  // After those above, which have made the templates.
  it('docs/operations.md has the costs that follow from templates and prices: npm run costs -- --write', () => {
    const between = read('docs/operations.md').split(marks.begin)[1]?.split(marks.end)[0];
    expect(between?.trim()).toBe(costTables().trim());
  });

  it('every kind of resource of a deployment with all that there can be has a price, or is known to cost nothing idle', () => {
    for (const environment of ['dev', 'prod']) expect(idle(environment, everything)).toBeGreaterThan(0);
    expect(Object.keys(synthesize('prod', { context: everything }))).toHaveLength(7);
  });

  it('views and what is kept cost in proportion to how many they are', () => {
    expect(sumOf(dashboardCosts(3000))).toBeCloseTo(3 * sumOf(dashboardCosts(1000)), 10);
    expect(sumOf(storageCosts(1e6))).toBeCloseTo(10 * sumOf(storageCosts(1e5)), 10);
  });
});
