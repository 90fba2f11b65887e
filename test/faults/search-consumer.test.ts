import { EmbeddedSearch } from '#shared/search/index/embedded.ts';
import { describeSearchConsumer } from '#test/support/search/search-consumer-cases.ts';

describeSearchConsumer('the embedded index', async () => {
  const index = new EmbeddedSearch(':memory:');
  return { index, shown: async () => undefined, close: async () => index.close() };
});
