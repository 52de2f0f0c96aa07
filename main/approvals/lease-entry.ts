// The row of the journal about a lease, with what it says in one sentence.
import { leaseSentence } from '../../contract/approval/lease-sentence.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'

export const leaseEntry = (lease: Lease, change: 'granted' | 'revoked'): JournalEntry => ({
  kind: 'lease',
  leaseId: lease.id,
  tool: lease.tool,
  change,
  text: leaseSentence(lease, localTime),
})

const two = (value: number): string => String(value).padStart(2, '0')

/** As the person's clock shows it. */
function localTime(at: number): string {
  const time = new Date(at)
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}
