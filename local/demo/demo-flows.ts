import { ApiError, type Client } from '#shared/contract/client.ts';

/** A few qubits, so that the map of the demo chip keeps its old, missing and faulty values beside the new ones. */
const measured = { flow: 'coherence', parameters: { qids: ['0', '2', '3'], tags: ['demo'] } };

/**
 * Saves a flow of every template for a chip, through the HTTP API, and starts one run where there has been none. A flow
 * that has the name of a template already is left as it is.
 */
export async function loadDemoFlows(client: Client, chipId: string): Promise<void> {
  const templates = await client.listFlowTemplates();
  // The first template is saved last: it is on top of the list.
  for (const template of templates.toReversed()) await saveTemplate(client, template, chipId);
  const { total } = await client.listExecutions({ query: { limit: 1 } });
  if (total === 0)
    await client.executeFlow({ params: { name: measured.flow }, body: { parameters: measured.parameters } });
}

async function saveTemplate(
  client: Client,
  { id, function_name: name, description }: { id: string; function_name: string; description: string },
  chipId: string,
): Promise<void> {
  const { code, default_parameters } = await client.getFlowTemplate({ params: { template_id: id } });
  const body = { name, code, chip_id: chipId, description, default_parameters, tags: ['template'] };
  await client.saveFlow({ body, headers: { 'if-none-match': '*' } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'etag_mismatch')) throw error;
  });
}
