import { AwsRefusal, type AwsSender } from '../../operations/lib/aws-requests.ts';

interface Page {
  Functions: { Description?: string; Environment?: { Variables?: Record<string, string> } }[];
  NextMarker?: string | null;
}

/** The variables of the functions of an account and region, by their descriptions. @throws AwsRefusal. */
export async function deployedFunctions(send: AwsSender, region: string): Promise<Map<string, Record<string, string>>> {
  const found = new Map<string, Record<string, string>>();
  let marker: string | null | undefined;
  do {
    const query = { MaxItems: '50', ...(marker && { Marker: marker }) };
    const request = { service: 'lambda', region, method: 'GET' as const, path: '/2015-03-31/functions', query };
    const { status, text } = await send(request);
    if (status !== 200) throw new AwsRefusal(request, status, text);
    const page = JSON.parse(text) as Page;
    for (const { Description = '', Environment } of page.Functions)
      found.set(Description, Environment?.Variables ?? {});
    marker = page.NextMarker;
  } while (marker);
  return found;
}
