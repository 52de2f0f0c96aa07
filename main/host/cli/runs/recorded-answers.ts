// What of a capsule is played again. Pure.
import { z } from 'zod'
import type { Capsule } from '../../../../contract/agent/capsule.ts'
import { RecordedAnswer } from '../../../../contract/agent/model.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'

export const answersIn = ({ events }: Capsule): readonly RecordedAnswer[] =>
  events.flatMap(({ kind, payload }) =>
    kind === 'provider_response' ? (RecordedAnswer.safeParse(payload).data ?? []) : [],
  )

const Message = z.object({ text: z.string().min(1), attached: z.array(z.string()) })

/** A run that was talked to again, or came with files, is not what one message brings about. */
export function firstMessage({ events, run }: Capsule): Result<string, Failure> {
  const messages = events.filter(({ kind }) => kind === 'user_message')
  const first = Message.safeParse(messages[0]?.payload)
  if (messages.length === 1 && first.success && first.data.attached.length === 0)
    return ok(first.data.text)
  return err(
    failure(
      'run.not-replayable',
      `${run} cannot be replayed: only a run with one message and no attached file can.`,
      'Compare it with another one: gatehouse runs diff FILE OTHER',
    ),
  )
}
