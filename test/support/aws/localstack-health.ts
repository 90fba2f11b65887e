/** The services of LocalStack's free edition, by `GET /_localstack/health` of version 4. */
const communityServices =
  `acm apigateway cloudformation cloudwatch config dynamodb dynamodbstreams ec2 es events firehose iam kinesis
  kms lambda logs opensearch redshift resource-groups resourcegroupstaggingapi route53 route53resolver s3 s3control scheduler
  secretsmanager ses sns sqs ssm stepfunctions sts support swf transcribe`.split(/\s+/);

/** Some of those that only a paid edition has. */
const paidServices = ['apigatewayv2', 'appsync', 'backup', 'cloudfront', 'cognito-idp', 'ecr', 'wafv2'];

const available = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'available']));

interface Health {
  services: Record<string, string>;
  edition: string;
  version: string;
}

/** The answer of the free edition, some of whose services have been used. */
export const communityHealth: Health = {
  services: { ...available(communityServices), s3: 'running', iam: 'running' },
  edition: 'community',
  version: '4.12.0',
};

/** The answer of a paid edition. */
export const paidHealth: Health = {
  ...communityHealth,
  services: { ...communityHealth.services, ...available(paidServices) },
  edition: 'pro',
};
