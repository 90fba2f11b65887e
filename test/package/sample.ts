import { ApiError, createClient } from 'fiducial/client';

// What a user writes who has installed the package: the types of every operation, and an error that is told by its status.
const client = createClient({
  baseUrl: `${process.env.FIDUCIAL_URL}/api`,
  token: () => process.env.FIDUCIAL_TOKEN,
  projectId: () => process.env.FIDUCIAL_PROJECT,
});

const { chips } = await client.listChips();
const sizes: Record<string, number> = Object.fromEntries(chips.map(({ chip_id, size }) => [chip_id, size]));
// @ts-expect-error An operation that the API does not have is refused by the compiler,
client.listCookies;
// @ts-expect-error and so is an answer's field that it does not have.
chips[0]?.colour;

const missing = await client.getChip({ params: { chip_id: 'missing' } }).catch((error: unknown) => {
  if (error instanceof ApiError) return error.status;
  throw error;
});
process.stdout.write(JSON.stringify({ sizes, missing }));
