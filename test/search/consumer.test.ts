import { openTestSearch } from '#test/support/search/open-search.ts';
import { describeSearchConsumer } from '#test/support/search/search-consumer-cases.ts';

describeSearchConsumer('OpenSearch', async () => {
  const { index, close } = openTestSearch();
  await index.ensureIndex();
  return { index, shown: () => index.refresh(), close };
});
