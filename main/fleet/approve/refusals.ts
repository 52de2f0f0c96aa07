// Writes down requests and answers that are not accepted, a bounded number of times: anyone who can
// write into the database could fill a journal otherwise.
import type { SecondEntry } from '../../../contract/journal/second-entry.ts'
import { hashOf, type Mail } from './signed-mail.ts'
import type { OpenApproval } from './check-answer.ts'

/** Of one request, or of all requests that other machines sent. */
const MOST_OF_ONE = 20
const MOST_REQUESTS = 200

export type NoteRefusal = {
  request(mail: Mail, why: string): Promise<void>
  answer(mail: Mail, to: OpenApproval, why: string): Promise<void>
}

export function openRefusals(record: (entry: SecondEntry) => Promise<unknown>): NoteRefusal {
  const answers = new Map<string, number>()
  let requests = 0
  const last = (count: number, most: number): string =>
    count === most ? ' More of these are refused without a row.' : ''

  return {
    async request(mail, why) {
      requests += 1
      if (requests > MOST_REQUESTS) return
      await record({
        ...nobody,
        change: 'request-refused',
        request: hashOf(mail.body),
        machine: mail.machine.slice(0, 200),
        text: `${why}${last(requests, MOST_REQUESTS)}`.slice(0, 500),
      })
    },
    async answer(mail, { request, tool, callId, approvalId }, why) {
      const count = (answers.get(request) ?? 0) + 1
      answers.set(request, count)
      if (count > MOST_OF_ONE) return
      await record({
        ...nobody,
        change: 'answer-refused',
        request,
        approvalId,
        toolName: tool,
        call: callId,
        machine: mail.machine.slice(0, 200),
        text: `${why}${last(count, MOST_OF_ONE)}`.slice(0, 500),
      })
    },
  }
}

const nobody = {
  kind: 'second-approval',
  person: null,
  toolName: null,
  call: null,
  approvalId: null,
  surface: null,
  stepUp: null,
} as const
