import { openTestSearch } from '#test/support/open-search.ts';
import { describeSearchConsumer } from '#test/support/search-consumer-cases.ts';

describeSearchConsumer('OpenSearch', async () => {
  const { index, close } = openTestSearch();
  await index.ensureIndex();
  return { index, shown: () => index.refresh(), close };
});
