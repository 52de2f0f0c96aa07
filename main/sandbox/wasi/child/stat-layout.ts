// Says how preview 1 lays out what is known of a file.
import { fail } from './errno.ts'
import type { GuestMemory } from './guest-memory.ts'
import type { NodeKind, NodeStat } from './volume.ts'

type Kind = NodeKind | 'stream'
const types: Readonly<Record<Kind, number>> = { other: 0, stream: 2, folder: 3, file: 4, link: 7 }

export const typeNumber = (kind: Kind): number => types[kind]

export function putStat(
  memory: GuestMemory,
  pointer: number,
  stat: Omit<NodeStat, 'kind'> & { readonly kind: Kind },
): void {
  const view = memory.view(pointer, 64)
  const time = BigInt(Math.max(0, Math.floor(stat.modifiedMs))) * 1_000_000n
  view.setBigUint64(0, 0n, true)
  view.setBigUint64(8, BigInt.asUintN(64, stat.node), true)
  view.setBigUint64(16, BigInt(typeNumber(stat.kind)), true)
  view.setBigUint64(24, 1n, true)
  view.setBigUint64(32, BigInt(stat.bytes), true)
  for (const at of [40, 48, 56]) view.setBigUint64(at, time, true)
}

/**
 * The modification time that is asked for, in milliseconds; null: none. Access times are not kept.
 */
export function timeToSet(modified: bigint, flags: number): number | null {
  const [access, accessNow, change, changeNow] = [1, 2, 4, 8].map((bit) => (flags & bit) !== 0)
  if ((access && accessNow) || (change && changeNow) || flags >>> 0 > 15) throw fail('inval')
  if (changeNow) return Date.now()
  return change ? Number(BigInt.asUintN(64, modified) / 1_000_000n) : null
}
