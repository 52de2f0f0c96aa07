// Commands that make one call and say what it gave: the same frame for each.
import type { z } from 'zod'
import type { Failure } from '../../../../contract/failure.ts'
import type { ipc, IpcChannel, Output } from '../../../../contract/ipc/ipc.ts'
import type { Result } from '../../../../contract/result.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { withQueries, withSession } from './with-session.ts'

type Given<C extends IpcChannel> = z.input<(typeof ipc)[C]['input']>

type Asking<C extends IpcChannel> = Pick<Command, 'name' | 'summary'> &
  Partial<Pick<Command, 'operands' | 'choices' | 'options' | 'usage'>> & {
    readonly channel: C
    /** Set: it only looks, so no Gatehouse is started for it. */
    readonly looks?: true
    /** What the words mean. */
    readonly input: (call: Call) => Result<Given<C>, Failure> | Promise<Result<Given<C>, Failure>>
    /** What programs get. */
    readonly json: (value: Output<C>) => unknown
    /** What people read. */
    readonly text: (value: Output<C>) => string
  }

export const ask = <C extends IpcChannel>({
  channel,
  input,
  json: jsonOf,
  text,
  looks,
  ...named
}: Asking<C>): Command => ({
  operands: [],
  options: [],
  usage: '',
  ...named,
  async run(call) {
    const { context, json } = call
    const given = await input(call)
    if (!given.ok) return complain(context, given.error, json)
    return (looks ? withQueries : withSession)(call, async (session) => {
      const answer = await session.call(channel, given.value)
      if (!answer.ok) return complain(context, answer.error, json)
      if (json) printJson(context, jsonOf(answer.value))
      else context.out(`${text(answer.value)}\n`)
      return exit.done
    })
  },
})
