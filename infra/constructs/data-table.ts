import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { removalOf } from '#infra/removal.ts';
import { slimAttributes, tableDefinition } from '#shared/store/dynamodb/table.ts';
import {
  accountPartitions,
  chatPartitions,
  deliveryPartitions,
  emailPartitions,
  noteEventPartitions,
  projectPartitions,
  systemAuditPartition,
  userPartitions,
} from '#shared/store/keys.ts';
import { accountAttributes } from '#shared/store/users/users.ts';

/** The settings of the table that differ between environments. */
export type DataTableProps = Pick<
  DeploymentConfig,
  'protectData' | 'warmReadUnitsPerSecond' | 'warmWriteUnitsPerSecond'
>;

/** What is only added to: the events of notes, and the audit of the whole service (rules AUTH-18 and AUDIT-5). */
const onlyAdded = [noteEventPartitions, systemAuditPartition];

const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];

// A transaction is allowed by the actions of its parts; it has none of its own.
const writeActions = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

/** The one table with its indexes, made from the definition in `shared/store/dynamodb/table.ts`. */
export class DataTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, props: DataTableProps) {
    super(scope, id);
    const text = (name: string) => ({ name, type: AttributeType.STRING });
    const warm = warmThroughput(props);
    this.table = new Table(this, 'Table', {
      partitionKey: text(tableDefinition.partitionKey),
      sortKey: text(tableDefinition.sortKey),
      timeToLiveAttribute: tableDefinition.ttlAttribute,
      stream: StreamViewType[tableDefinition.stream],
      billingMode: BillingMode.PAY_PER_REQUEST,
      // The account's own key for DynamoDB, whose use its audit log shows.
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.protectData,
      ...warm,
      removalPolicy: removalOf(props),
    });
    for (const index of tableDefinition.indexes) {
      this.table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
        // An index that lags behind its table holds the writes of the table up.
        ...warm,
        ...(index.projection === 'all'
          ? { projectionType: ProjectionType.ALL }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...slimAttributes] }),
      });
    }
  }

  get streamArn(): string {
    if (!this.table.tableStreamArn) throw new Error('The table has no stream');
    return this.table.tableStreamArn;
  }

  /** Allows reading items, and querying the table and each index by its name. Nothing may scan. */
  grantRead(grantee: IGrantable): void {
    const indexes = tableDefinition.indexes.map((index) => `${this.table.tableArn}/index/${index.name}`);
    allow(grantee, readActions, [this.table.tableArn]);
    allow(grantee, ['dynamodb:Query'], indexes);
  }

  /**
   * Allows noting when a member was last in a project (rule PROJ-13), and a user anywhere (rule USER-5): of items in the partition
   * of a project itself, or of a user, that one attribute alone, without being answered the others.
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
            // An id has no `#` in a key.
            'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': [`${partitions}#*`] },
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', attribute] },
            // Absent, nothing is answered either.
            StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
          },
        }),
      );
  }

  /**
   * Allows what `grantRead` allows, and writing items one by one and in transactions; of note events only putting, nothing
   * by which somebody logs in, and not the audit of the whole service.
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
   * Allows what `grantRead` allows, and writing items alone, in batches and in transactions; but note events, which are
   * never changed, can only be put, and that within a transaction. Signing keys, names and passwords are written with
   * `accounts` alone, and entries of the audit of the whole service with `systemAudit` alone, in the same way as events.
   */
  grantReadWrite(grantee: IGrantable, { accounts = false, systemAudit = false } = {}): void {
    this.grantRead(grantee);
    allow(grantee, writeActions, [this.table.tableArn]);
    deny(grantee, ['dynamodb:BatchWriteItem'], this.table, ofEvents);
    this.denyChangedEvents(grantee);
    if (!accounts) this.denyAccounts(grantee);
    if (!systemAudit) this.denySystemAudit(grantee);
  }

  /** Allows writing how deliveries of webhooks, messages to chats and e-mails stand, and nothing else. */
  grantNotingDeliveries(grantee: IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:PutItem'],
        resources: [this.table.tableArn],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [deliveryPartitions, chatPartitions, emailPartitions] },
          // Of no key at all the above would be true.
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      }),
    );
  }

  /** Denies any write of the audit of the whole service, which no call of the grantees touches. */
  private denySystemAudit(grantee: IGrantable): void {
    const writes = writeActions.filter((action) => action !== 'dynamodb:ConditionCheckItem');
    deny(grantee, writes, this.table, {
      'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [systemAuditPartition] },
    });
  }

  /**
   * Denies writing signing keys, names of users, and whatever of a user or an API token decides who may log in as what. No
   * call of the grantees touches any of these, so that it does not matter whether IAM sees the items of a transaction one by
   * one or together. A user's partition holds rows of others as well: its rows are known by their attributes.
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

  /** A transaction that puts an event also updates the note: where IAM sees its keys together, that must not be denied. */
  private denyChangedEvents(grantee: IGrantable): void {
    deny(grantee, ['dynamodb:DeleteItem', 'dynamodb:UpdateItem'], this.table, {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': onlyAdded },
      // Of no key at all the above would be true.
      Null: { 'dynamodb:LeadingKeys': 'false' },
    });
    deny(grantee, ['dynamodb:PutItem'], this.table, {
      ...ofEvents,
      // True as well for a call that is in no other: a plain PutItem.
      'ForAllValues:StringNotEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
    });
  }
}

/** What is to be admitted at once, where that is more than a new table does. */
function warmThroughput({ warmReadUnitsPerSecond: read, warmWriteUnitsPerSecond: write }: DataTableProps) {
  if (read === 0 && write === 0) return {};
  return {
    warmThroughput: {
      ...(read === 0 ? {} : { readUnitsPerSecond: read }),
      ...(write === 0 ? {} : { writeUnitsPerSecond: write }),
    },
  };
}

/** Holds where one of the items is of what is only added to. */
const ofEvents = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': onlyAdded } };

function allow(grantee: IGrantable, actions: string[], resources: string[]): void {
  grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources }));
}

function deny(grantee: IGrantable, actions: string[], { tableArn }: Table, conditions: Record<string, object>): void {
  grantee.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({ effect: Effect.DENY, actions, resources: [tableArn], conditions }),
  );
}
