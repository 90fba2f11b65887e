import { AwsRefusal, type AwsSender } from './aws-requests.ts';

/** Whether the account and region have a CloudFormation stack of a name. @throws AwsRefusal if that cannot be read. */
export async function hasStack(send: AwsSender, region: string, name: string): Promise<boolean> {
  const body = new URLSearchParams({ Action: 'DescribeStacks', StackName: name, Version: '2010-05-15' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = { service: 'cloudformation', region, headers, body };
  const { status, text } = await send(request);
  if (status === 200) return !text.includes('<StackStatus>DELETE_COMPLETE</StackStatus>');
  if (status === 400 && text.includes('does not exist')) return false;
  throw new AwsRefusal(request, status, text);
}
