/**
 * For faults of ours: one line and the stack on standard error, so that a person can send it. Never
 * a reason to go on less strictly. The text has been through the redactor.
 */
export function reportText(text: string): void {
  console.error(`gatehouse: ${text}`)
}
