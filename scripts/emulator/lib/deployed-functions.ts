import { AwsRefusal, type AwsSender } from '../../operations/lib/aws-requests.ts';

interface Page {
  Functions: { FunctionName: string; Description?: string; Environment?: { Variables?: Record<string, string> } }[];
  NextMarker?: string | null;
}

/** A function of a deployment. */
export interface DeployedFunction {
  name: string;
  description: string;
  variables: Record<string, string>;
}

/** The functions of an account and region. @throws AwsRefusal. */
export async function deployedFunctions(send: AwsSender, region: string): Promise<DeployedFunction[]> {
  const found: DeployedFunction[] = [];
  let marker: string | null | undefined;
  do {
    const query = { MaxItems: '50', ...(marker && { Marker: marker }) };
    const request = { service: 'lambda', region, method: 'GET' as const, path: '/2015-03-31/functions', query };
    const { status, text } = await send(request);
    if (status !== 200) throw new AwsRefusal(request, status, text);
    const page = JSON.parse(text) as Page;
    for (const { FunctionName: name, Description: description = '', Environment } of page.Functions)
      found.push({ name, description, variables: Environment?.Variables ?? {} });
    marker = page.NextMarker;
  } while (marker);
  return found;
}
