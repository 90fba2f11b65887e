import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** The least function that can read the table: what the service's own functions are compared with. */
export const handler = async (): Promise<string> => client.config.region();
