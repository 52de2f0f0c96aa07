// `gatehouse runs replay FILE`: a captured run goes its way again, its model and its tools played from
// the capsule, each call decided as the gate is set now. Then it is compared with the capsule.
import { compareCapsules } from '../../../../contract/agent/compare-capsules.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withQueries } from '../session/with-session.ts'
import { differenceText } from './diff.ts'
import { readCapsule } from './read-capsule.ts'
import { foreignKey } from './foreign-key.ts'

export const runsReplay: Command = {
  name: 'runs replay',
  operands: ['FILE'],
  options: ['key'],
  usage: '[--key KEY]',
  summary:
    'Play a captured run again, its model and tools from the file, and show what differs first; exit 1 where something does. Nothing runs and nothing is written. --key names the key of another home that signed it',
  async run(call) {
    const { context, json, operands, options } = call
    const capsule = await readCapsule(operands[0] ?? '', options.get('key'))
    if (!capsule.ok) return complain(context, capsule.error, json)
    const { runs, channel, events } = capsule.value
    return withQueries(call, async (session) => {
      const key = options.has('key') ? null : await foreignKey(session, capsule.value)
      if (key !== null) return complain(context, key, json)
      const played = await session.call('runs.replay', { runs, channel, events })
      if (!played.ok) return complain(context, played.error, json)
      const found = compareCapsules(capsule.value, played.value)
      if (json) printJson(context, found)
      else context.out(differenceText(found))
      return found.equal ? exit.done : exit.failed
    })
  },
}
