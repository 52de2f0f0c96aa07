// The answers of other persons to what this machine asked. One that counts ends the call's wait; of
// several the denial.
import type { SecondHash } from '../../../contract/approval/second-person.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { SecondAnswer } from '../../../contract/fleet/second-request.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'
import type { Result } from '../../../contract/result.ts'
import { checkAnswer, type OpenApproval } from './check-answer.ts'
import type { Mailbox } from './mailbox.ts'
import type { NoteRefusal } from './refusals.ts'
import { hashOf, type Mail } from './signed-mail.ts'

export type CollectDeps = {
  /** Lets the call run or denies it, once. A failure leaves it waiting. */
  readonly answered: (id: ApprovalId, answer: SecondAnswer) => Promise<Result<unknown, Failure>>
  readonly refuse: NoteRefusal
  /** Why the last one did not count, for the card. */
  readonly trouble: (request: SecondHash, text: string) => void
  readonly now: () => number
}

/** Forgotten beyond this: then some are looked at again, and refused again. */
const MOST_REFUSED = 10_000

export function openCollector(deps: CollectDeps) {
  const refused = new Set<string>()
  let peersThen = ''

  async function refuse(mail: Mail, to: OpenApproval, why: string): Promise<void> {
    if (refused.size >= MOST_REFUSED) refused.clear()
    refused.add(nameOf(mail))
    await deps.refuse.answer(mail, to, why)
    deps.trouble(
      to.request,
      `An answer that claims to be from ${mail.machine.slice(0, 64)} was refused. ${why}`,
    )
  }

  return async function collect(
    box: Mailbox,
    open: readonly OpenApproval[],
    fleet: FleetConfig,
    ownKey: string,
  ): Promise<void> {
    if (open.length === 0) return
    const peersNow = canonicalJson(fleet.peers)
    if (peersNow !== peersThen) refused.clear()
    peersThen = peersNow
    const mails = await box.answersTo(
      open.map(({ request }) => request),
      fleet.peers.map(({ machine }) => machine),
    )
    for (const to of open) {
      const good: SecondAnswer[] = []
      for (const mail of mails) {
        if (mail.request !== to.request || refused.has(nameOf(mail))) continue
        const registration = await box.registration(mail.machine)
        const now = deps.now()
        const checked = checkAnswer(mail, to, { fleet, ownKey, registration, now })
        if (checked.ok) good.push(checked.value)
        else await refuse(mail, to, checked.error)
      }
      const counts = good.find(({ answer }) => answer === 'deny') ?? good[0]
      if (counts !== undefined) await deps.answered(to.approvalId, counts)
    }
  }
}

const nameOf = ({ machine, body, signature, ...more }: Mail & { request?: string }): string =>
  hashOf(`${machine}\n${more.request ?? ''}\n${signature.toString('hex')}\n${body}`)
