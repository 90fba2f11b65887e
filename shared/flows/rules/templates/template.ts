export interface FlowTemplate {
  id: string;
  name: string;
  description: string;
  category: string;
  /** Entry point; also a good name for the flow. */
  functionName: string;
  runner: 'managed' | 'worker';
  defaultParameters: Record<string, unknown>;
  code: string;
}
