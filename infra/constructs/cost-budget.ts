import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';

/**
 * A budget for the costs of one environment, by the tag `environment`, which the account must have activated as a cost
 * allocation tag. It tells the address of the alarms when the month costs more, or is forecast to.
 */
export function addCostBudget(scope: Construct, name: string, config: DeploymentConfig): void {
  const { alarmEmail, monthlyBudgetDollars, environment } = config;
  if (alarmEmail === '' || monthlyBudgetDollars === 0) return;
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: name,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetDollars, unit: 'USD' },
      costFilters: { TagKeyValue: [`user:environment$${environment}`] },
    },
    notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
    })),
  });
}
