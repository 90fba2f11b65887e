export function makeClone(root: string): { folder: string; clone: string };
export function sharePackages(from: string, to: string): void;
