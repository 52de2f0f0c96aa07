// `gatehouse runs diff FILE FILE`: what differs first between two capsules.
import { counted } from '../../../../contract/counted.ts'
import { compareCapsules } from '../../../../contract/agent/compare-capsules.ts'
import type { CapsuleDifference } from '../../../../contract/agent/capsule.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { columns } from '../output/show.ts'
import { readCapsule } from './read-capsule.ts'

export const runsDiff: Command = {
  name: 'runs diff',
  operands: ['FILE', 'OTHER'],
  options: [],
  usage: '',
  summary: 'Show what differs first between two captured runs; exit 1 where something does',
  async run({ context, json, operands: [left = '', right = ''] }) {
    const [ours, theirs] = [await readCapsule(left), await readCapsule(right)]
    if (!ours.ok) return complain(context, ours.error, json)
    if (!theirs.ok) return complain(context, theirs.error, json)
    const found = compareCapsules(ours.value, theirs.value)
    if (json) printJson(context, found)
    else context.out(differenceText(found))
    return found.equal ? exit.done : exit.failed
  },
}

export function differenceText({
  equal,
  left,
  right,
  samePolicy,
  first,
}: CapsuleDifference): string {
  const policy = samePolicy ? '' : 'Another policy decided.\n'
  if (equal || first === null) return `No difference in ${counted(left, 'event')}.\n${policy}`
  const { branch, kind, turn, occurrence, path } = first
  const where = branch === 0 ? '' : `, sub-agent ${branch}`
  return `${columns([
    ['First difference', `${kind}, turn ${turn}, number ${occurrence}${where}`],
    ...(path === '' ? [] : [['In', path]]),
    ['Left', first.left === null ? 'not there' : JSON.stringify(first.left)],
    ['Right', first.right === null ? 'not there' : JSON.stringify(first.right)],
    ['Events', `${left} and ${right}`],
  ])}${policy}`
}
