/** For faults of ours: one line and the stack on standard error, so that a person can send it. Never a reason to go on less strictly. */
export function report(fault: unknown): void {
  console.error(fault instanceof Error ? `gatehouse: ${fault.stack ?? fault.message}` : `gatehouse: ${String(fault)}`)
}
