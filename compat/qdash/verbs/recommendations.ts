import type { ProjectContext } from '#shared/kernel/context.ts';
import type { Version } from '#shared/results/rules/provenance/types.ts';
import type { Origin } from '#shared/results/verbs/provenance/first-reads.ts';
import { type FoundGraph, readImpact } from '#shared/results/verbs/provenance/graphs.ts';
import { type RecommendedTask, recommendedTasks } from '../rules/recommended-tasks.ts';

/** The tasks to run again after a version has changed (rule PROV-5). */
export async function readRecommendations(
  ctx: ProjectContext,
  origin: Origin,
  maxDepth: number,
): Promise<{ graph: FoundGraph; tasks: RecommendedTask[]; affected: Version[] }> {
  const graph = await readImpact(ctx, origin, maxDepth);
  return { graph, ...recommendedTasks(graph, (version) => graph.currentAt(version) === version.at) };
}
