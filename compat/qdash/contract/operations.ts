import { administrationOperations } from './operations/administration.ts';
import { configOperations } from './operations/config.ts';
import { deviceTopologyOperations } from './operations/device-topology.ts';
import { filesOperations } from './operations/files.ts';
import { imagesOperations } from './operations/images.ts';
import { issuesOperations } from './operations/issues.ts';
import { metricsOperations } from './operations/metrics.ts';
import { pipelinesOperations } from './operations/pipelines.ts';
import { qdashProvenanceOperations } from './operations/provenance.ts';
import { reviewsOperations } from './operations/reviews.ts';
import { saveFileOperations } from './operations/save-file.ts';
import { seedsOperations } from './operations/seeds.ts';
import { taskFilesOperations } from './operations/task-files.ts';
import { usedOperations } from './operations/used.ts';

/** All operations that only clients of QDash call. */
export const qdashOperations = {
  ...administrationOperations,
  ...configOperations,
  ...deviceTopologyOperations,
  ...filesOperations,
  ...imagesOperations,
  ...issuesOperations,
  ...metricsOperations,
  ...pipelinesOperations,
  ...qdashProvenanceOperations,
  ...reviewsOperations,
  ...saveFileOperations,
  ...seedsOperations,
  ...taskFilesOperations,
  ...usedOperations,
};
