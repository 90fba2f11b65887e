import { Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { projectVariable, withinProject } from '#infra/project-rights.ts';
import { removalOf } from '#infra/removal.ts';
import { slimAttributes, tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import {
  accountPartitions,
  chatPartitions,
  deliveryPartitions,
  emailPartitions,
  limitPartitions,
  noteEventPartitions,
  projectPartitions,
  systemAuditPartition,
  userPartitions,
} from '#shared/kernel/store/keys.ts';
import { accountAttributes } from '#shared/people/store/users.ts';

/** The table settings that differ between environments. */
export type DataTableProps = Pick<
  DeploymentConfig,
  'protectData' | 'tableStreamArn' | 'warmReadUnitsPerSecond' | 'warmWriteUnitsPerSecond'
>;

/** Append-only items: note events and the service audit (rules AUTH-18 and AUDIT-5). */
const onlyAdded = [noteEventPartitions, systemAuditPartition];

const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];

// IAM checks a transaction by the actions of its parts. There is no action for the transaction itself.
const writeActions = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

/**
 * The table and its indexes, as defined in `shared/kernel/store/dynamodb/table.ts`, or the existing table that the setting
 * `tableStreamArn` names (rule DEPLOY-50).
 */
export class DataTable extends Construct {
  /** The table that the service uses. */
  readonly table: ITable;
  /** The table of the stack, whether it is used or not. */
  readonly own: Table;

  constructor(scope: Construct, id: string, props: DataTableProps) {
    super(scope, id);
    const text = (name: string) => ({ name, type: AttributeType.STRING });
    const warm = warmThroughput(props);
    this.own = new Table(this, 'Table', {
      partitionKey: text(tableDefinition.partitionKey),
      sortKey: text(tableDefinition.sortKey),
      timeToLiveAttribute: tableDefinition.ttlAttribute,
      stream: StreamViewType[tableDefinition.stream],
      billingMode: BillingMode.PAY_PER_REQUEST,
      // The account's own DynamoDB key, so that its use appears in the account's audit log.
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.protectData,
      ...warm,
      removalPolicy: removalOf(props),
    });
    for (const index of tableDefinition.indexes) {
      this.own.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
        // A lagging index throttles writes to the table.
        ...warm,
        ...(index.projection === 'all'
          ? { projectionType: ProjectionType.ALL }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...slimAttributes] }),
      });
    }
    this.table = props.tableStreamArn === '' ? (this.own as ITable) : this.otherTable(props.tableStreamArn);
  }

  /**
   * The table of a stream. The stack's own table stays with its exports, since CloudFormation refuses to remove an export
   * that the deployed stack `service` still imports.
   */
  private otherTable(tableStreamArn: string): ITable {
    const { own } = this;
    for (const value of [own.tableArn, own.tableName, own.tableStreamArn]) Stack.of(this).exportValue(value);
    const [tableArn = ''] = tableStreamArn.split('/stream/');
    return Table.fromTableAttributes(this, 'Existing', { tableArn, tableStreamArn });
  }

  get streamArn(): string {
    if (!this.table.tableStreamArn) throw new Error('The table has no stream');
    return this.table.tableStreamArn;
  }

  /** Grants reading items and querying the table and each index by name. No function may scan. */
  grantRead(grantee: IGrantable, conditions: Conditions = {}): void {
    const indexes = tableDefinition.indexes.map((index) => `${this.table.tableArn}/index/${index.name}`);
    allow(grantee, readActions, [this.table.tableArn], conditions);
    allow(grantee, ['dynamodb:Query'], indexes, conditions);
  }

  /** Grants reading, or reading and writing, the items of the project that a session is tagged with (rule AUTH-44). */
  grantProject(grantee: IGrantable, { writes }: { writes: boolean }): void {
    const conditions = withinProject(projectVariable);
    if (writes) this.grantReadWrite(grantee, { conditions });
    else this.grantRead(grantee, conditions);
  }

  /**
   * Grants writing when a member last used a project (rule PROJ-13) and when a user was last seen (rule USER-5). It
   * covers that one attribute, in the partitions of projects and users, and returns no other attribute.
   */
  grantNotingAccess(grantee: IGrantable): void {
    for (const [partitions, attribute] of [
      [projectPartitions, 'lastAccessedAt'],
      [userPartitions, 'lastSeenAt'],
    ])
      grantee.grantPrincipal.addToPrincipalPolicy(
        new PolicyStatement({
          actions: ['dynamodb:UpdateItem'],
          resources: [this.table.tableArn],
          conditions: {
            'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [partitions] },
            // Ids contain no `#`.
            'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': [`${partitions}#*`] },
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', attribute] },
            // Without this condition key, nothing is returned either.
            StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
          },
        }),
      );
  }

  /** Grants taking tokens of the limits of callers (rule LIMIT-1), and counting what projects use (rule LIMIT-11). */
  grantLimits(grantee: IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:UpdateItem'],
        resources: [this.table.tableArn],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [limitPartitions] },
          // Without keys, the condition above would be true.
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      }),
    );
  }

  /**
   * Grants `grantRead`, and writing items one by one and in transactions. It excludes credentials and the service
   * audit, and allows only inserts of note events.
   */
  grantTransactions(grantee: IGrantable): void {
    this.grantRead(grantee);
    const batches = 'dynamodb:BatchWriteItem';
    allow(
      grantee,
      writeActions.filter((action) => action !== batches),
      [this.table.tableArn],
    );
    this.denyChangedEvents(grantee);
    this.denyAccounts(grantee);
    this.denySystemAudit(grantee);
  }

  /**
   * Grants `grantRead`, and writing items alone, in batches and in transactions. Note events can only be inserted, and
   * only in a transaction. Signing keys, names and passwords need `accounts`. Entries of the service audit need
   * `systemAudit` and follow the rule for events.
   */
  grantReadWrite(
    grantee: IGrantable,
    { accounts = false, systemAudit = false, conditions = {} as Conditions } = {},
  ): void {
    this.grantRead(grantee, conditions);
    allow(grantee, writeActions, [this.table.tableArn], conditions);
    deny(grantee, ['dynamodb:BatchWriteItem'], this.table, ofEvents);
    this.denyChangedEvents(grantee);
    if (!accounts) this.denyAccounts(grantee);
    if (!systemAudit) this.denySystemAudit(grantee);
  }

  /** Grants writing the delivery state of webhooks, chat messages and e-mails, and nothing else. */
  grantNotingDeliveries(grantee: IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:PutItem'],
        resources: [this.table.tableArn],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [deliveryPartitions, chatPartitions, emailPartitions] },
          // Without keys, the condition above would be true.
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      }),
    );
  }

  /** Denies writes to the service audit. No call of the grantees touches it. */
  private denySystemAudit(grantee: IGrantable): void {
    const writes = writeActions.filter((action) => action !== 'dynamodb:ConditionCheckItem');
    deny(grantee, writes, this.table, {
      'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [systemAuditPartition] },
    });
  }

  /**
   * Denies writing signing keys, usernames, and the attributes of users and API tokens that decide who may log in and
   * how. No call of the grantees touches these, so it does not matter whether IAM evaluates the items of a transaction
   * together. A user's partition also holds other items, so its protected rows are identified by attribute.
   */
  private denyAccounts(grantee: IGrantable): void {
    const changes = ['dynamodb:BatchWriteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    deny(grantee, [...changes, 'dynamodb:DeleteItem'], this.table, {
      'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [...accountPartitions] },
    });
    deny(grantee, changes, this.table, {
      'ForAnyValue:StringEquals': { 'dynamodb:Attributes': [...accountAttributes] },
    });
  }

  /**
   * A transaction that inserts an event also updates the note. If IAM evaluates both keys together, this must still be
   * allowed.
   */
  private denyChangedEvents(grantee: IGrantable): void {
    deny(grantee, ['dynamodb:DeleteItem', 'dynamodb:UpdateItem'], this.table, {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': onlyAdded },
      // Without keys, the condition above would be true.
      Null: { 'dynamodb:LeadingKeys': 'false' },
    });
    deny(grantee, ['dynamodb:PutItem'], this.table, {
      ...ofEvents,
      // Also true for a call outside a transaction: a plain PutItem.
      'ForAllValues:StringNotEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
    });
  }
}

/** Warm throughput, if it exceeds the default of a new table. */
function warmThroughput({ warmReadUnitsPerSecond: read, warmWriteUnitsPerSecond: write }: DataTableProps) {
  if (read === 0 && write === 0) return {};
  return {
    warmThroughput: {
      ...(read === 0 ? {} : { readUnitsPerSecond: read }),
      ...(write === 0 ? {} : { writeUnitsPerSecond: write }),
    },
  };
}

/** True if one of the items is append-only. */
const ofEvents = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': onlyAdded } };

type Conditions = Record<string, object>;

function allow(grantee: IGrantable, actions: string[], resources: string[], conditions: Conditions = {}): void {
  grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources, conditions }));
}

function deny(grantee: IGrantable, actions: string[], { tableArn }: ITable, conditions: Conditions): void {
  grantee.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({ effect: Effect.DENY, actions, resources: [tableArn], conditions }),
  );
}
