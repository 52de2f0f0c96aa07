// How far a lease reaches, in few words. Pure.
import type { Lease } from '../../contract/approval/lease.ts'
import { reachOf } from '../../contract/approval/lease-sentence.ts'

export function leaseReach({ effect, text, patterns, touches }: Lease): readonly string[] {
  const reach = text === '' ? reachOf(patterns, touches) : [text]
  return effect === 'deny' ? reach.map((each) => `denied: ${each}`) : reach
}
