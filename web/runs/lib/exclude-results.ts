import { api } from '../../ui/lib/api/api.ts';

/** Results that one request excludes. */
const atOnce = 50;

/** Excludes results with one reason; answers why any of them was refused. */
export async function excludeResults(taskIds: readonly string[], reason: string): Promise<string[]> {
  const refused: string[] = [];
  for (let from = 0; from < taskIds.length; from += atOnce) {
    const body = { task_ids: taskIds.slice(from, from + atOnce), excluded: true, reason };
    const { results } = await api.setTaskResultsExcluded({ body });
    refused.push(...results.filter(({ outcome }) => outcome === 'refused').map(({ message }) => message));
  }
  return refused;
}
