/** The id of the bar of a cool-down, to which the focus goes back from its panel. */
export const barId = (cooldownId: string): string => `cooldown-bar-${cooldownId}`;
