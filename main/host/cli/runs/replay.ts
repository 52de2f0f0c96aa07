// `gatehouse runs replay FILE`: the answers of a capsule's model are played to a new run; what it calls
// walks the whole way through the gate, as it is set now. Then the new run is compared with the
// capsule. In a Gatehouse of its own, so that no other run gets these answers.
import { compareCapsules } from '../../../../contract/agent/capsule.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { untilRested } from '../agents/until-rested.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { openOwnSession } from '../session/open-session.ts'
import { differenceText } from './diff.ts'
import { readCapsule } from './read-capsule.ts'
import { answersIn, firstMessage } from './recorded-answers.ts'

export const runsReplay: Command = {
  name: 'runs replay',
  operands: ['FILE'],
  options: [],
  usage: '',
  summary:
    'Play the model’s answers of a captured run again through the gate, and show what differs first; exit 1 where something does',
  async run(call) {
    const { context, paths, json, operands } = call
    const capsule = await readCapsule(operands[0] ?? '')
    if (!capsule.ok) return complain(context, capsule.error, json, exit.usage)
    const message = firstMessage(capsule.value)
    if (!message.ok) return complain(context, message.error, json, exit.usage)
    const opened = await openOwnSession(context, paths, answersIn(capsule.value))
    if (!opened.ok) return complain(context, opened.error, json)
    const session = opened.value
    try {
      const { agent } = capsule.value
      const started = await session.call('own-agents.run', { name: agent, text: message.value })
      if (!started.ok) return complain(context, started.error, json)
      const rested = await untilRested(call, session, started.value)
      if (!rested.ok) return complain(context, rested.error, json)
      const captured = await session.call('runs.capture', { id: started.value.id })
      if (!captured.ok) return complain(context, captured.error, json)
      const found = compareCapsules(capsule.value, captured.value)
      if (json) printJson(context, { run: started.value.id, ...found })
      else context.out(differenceText(found))
      return found.equal ? exit.done : exit.failed
    } finally {
      await session.close()
    }
  },
}
