/** How long `vi.waitFor` waits for a condition: no test fails because the machine is slow. */
export const forSlowMachines = { timeout: 300_000 };
