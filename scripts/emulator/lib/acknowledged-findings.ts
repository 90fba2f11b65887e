import type { Acknowledgement, Tool } from './findings.ts';

const inFunctions = /^service\/\w+Function\w{8}$|^web\/CustomCDKBucketDeployment/;

/** Accepted findings of the tools on the templates. An entry without a finding must be removed. */
export const acknowledgements: Record<Tool, readonly Acknowledgement[]> = {
  parliament: [
    {
      rule: 'RESOURCE_MISMATCH',
      of: /^service\//,
      detail: /states:SendTask(Success|Failure|Heartbeat)/,
      reason:
        'The reference names no resource for it, but IAM asks for it of the state machine whose token it is: its refusals name that ' +
        "ARN, and CDK's own grant is of it. A wildcard would reach the runs of every other state machine.",
    },
    {
      rule: 'RESOURCE_MISMATCH',
      of: /^service\//,
      detail: /states:DescribeExecution/,
      reason: 'It is asked for of standard executions alone; express ones, which the tool misses, there are none.',
    },
    {
      rule: 'RESOURCE_MISMATCH',
      of: /^web\/CustomCDKBucketDeployment/,
      reason:
        "CDK's own function for copying files has `s3:GetObject*` and the like, which match actions on other resources.",
    },
    {
      rule: 'PERMISSIONS_MANAGEMENT_ACTIONS',
      of: /^service\/(schedules|Schedules|Sweep)\w+$/,
      detail: /iam:passrole/,
      reason: 'Of one role, to EventBridge Scheduler alone, which takes it to call one function.',
    },
    {
      rule: 'PERMISSIONS_MANAGEMENT_ACTIONS',
      of: /^service\/FlowRunRole/,
      detail: /logs:putresourcepolicy/,
      reason:
        'Step Functions delivers its log by it, and the action knows no resource (Step Functions guide, logging).',
    },
    {
      rule: 'CREDENTIALS_EXPOSURE',
      of: /^service\/[a-z]+Role\w{8}$/,
      detail: /sts:assumerole/,
      reason:
        'Of one role, by sessions that reach the items of one project: it has fewer rights than the function itself.',
    },
    {
      rule: 'CREDENTIALS_EXPOSURE',
      of: /^access\/Deploy/,
      detail: /sts:assumerole/,
      reason: "It is what this role is for: it takes the roles of the CDK's bootstrap by their names.",
    },
  ],
  checkov: [
    {
      rule: 'CKV_AWS_115',
      of: inFunctions,
      reason:
        'Lambda refuses to reserve in a fresh account; `reservedConcurrency` does so for functions without a waiting caller.',
    },
    {
      rule: 'CKV_AWS_116',
      of: inFunctions,
      reason:
        'Those that are called without waiting have a failure destination, whose message holds the error as well.',
    },
    {
      rule: 'CKV_AWS_117',
      of: inFunctions,
      reason:
        'They reach services of AWS by signed requests and nothing in a network of ours; a VPC would need gateways that are paid.',
    },
    {
      rule: 'CKV_AWS_173',
      of: inFunctions,
      reason:
        "Variables are encrypted by Lambda's own key; the one secret among them is that of a header, which expires by a deployment.",
    },
    {
      rule: 'CKV_AWS_119',
      of: /^data\/DataTable/,
      reason:
        "The account's own key for DynamoDB, whose use its audit log shows; one of ours would be paid and could be lost.",
    },
    {
      rule: 'CKV_AWS_149',
      of: /^data\/\w*Secret\w{8}$|^data\/AdminPassword/,
      reason: "The account's own key for secrets, as for the table.",
    },
    {
      rule: 'CKV_AWS_158',
      of: /^(service|web)\/\w*Logs?\w*$|^search\/Search\w*LOGS\w{8}$/,
      reason: 'Logs are encrypted by CloudWatch, and hold neither values nor credentials.',
    },
    {
      rule: 'CKV_AWS_166',
      of: /^data\/BackupVault/,
      reason: "The account's own key for backups; the copy elsewhere has a key of that vault.",
    },
    {
      rule: 'CKV_AWS_18',
      of: /^(data\/ArtifactsBucket|web\/Site)/,
      reason:
        'Objects are read and written at addresses that the API gives out and logs; the site is the same for everybody.',
    },
    {
      rule: 'CKV_AWS_21',
      of: /^web\/Site/,
      reason: 'Everything in it comes from the build, and old files stay for those who have a page open.',
    },
    {
      rule: 'CKV_AWS_68',
      of: /^web\/WebDistribution/,
      reason:
        'A firewall where `firewallRequestsPerFiveMinutes` asks for one, as in the `prod` of this look; `dev` has none.',
    },
    {
      rule: 'CKV_AWS_174',
      of: /^web\/WebDistribution/,
      reason:
        "CloudFront's own name has CloudFront's certificate, whose protocol cannot be chosen; an own name asks for TLS 1.2.",
    },
    {
      rule: 'CKV_AWS_192',
      of: /^edge\/Firewall/,
      reason: 'There is no Java behind it. It limits rates, and every rule of a managed group is paid.',
    },
    {
      rule: 'CKV_AWS_26',
      of: /^observability\/AlarmsTopic/,
      reason: 'It carries names of alarms; alarms could use no key but one that is paid.',
    },
    {
      rule: 'CKV_AWS_27',
      of: /^service\/\w*DeadLetters/,
      reason: 'They are encrypted by keys of SQS, which the tool does not count.',
    },
    {
      rule: 'CKV_AWS_317',
      of: /^search\/SearchDomain/,
      reason:
        'An audit log needs users within the domain, which it has not: roles alone reach it, and the audit of the account shows who.',
    },
    {
      rule: 'CKV_AWS_86',
      of: /^web\/WebDistribution/,
      reason: 'The gateway logs every request of the API; files are the same for everybody.',
    },
  ],
};
