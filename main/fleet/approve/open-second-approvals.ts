// Second approvals of this machine: what it asks others, and what others ask the person here.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { ApprovalId, CallId } from '../../../contract/ids.ts'
import type { Failure } from '../../../contract/failure.ts'
import type {
  FirstAnswer,
  FleetPerson,
  SecondHash,
} from '../../../contract/approval/second-person.ts'
import type { SecondAnswer } from '../../../contract/fleet/second-request.ts'
import type { MachineName } from '../../../contract/fleet/machine.ts'
import type { Result } from '../../../contract/result.ts'
import { openCollector } from './collect-answers.ts'
import { givingAnswers, type GiveAnswer, type GiveDeps } from './give-answer.ts'
import { openIncoming } from './incoming.ts'
import type { Mailbox } from './mailbox.ts'
import { openExchange, type ExchangeDeps } from './open-exchange.ts'
import { openRefusals } from './refusals.ts'
import { withdrawalText, type Signed } from './signed-mail.ts'

export type KeptRequest = Signed & {
  readonly approvalId: ApprovalId
  readonly request: SecondHash
  readonly asked: readonly FleetPerson[]
  readonly first: FirstAnswer
  readonly expiresAt: number
  readonly sent: boolean
}

export type KeptAnswer = Signed & { readonly request: SecondHash; readonly asker: MachineName }

export type SecondApprovalsDeps = Pick<
  ExchangeDeps,
  'config' | 'connect' | 'failed' | 'signer' | 'report' | 'pauses'
> &
  Pick<GiveDeps, 'prove' | 'record' | 'now'> & {
    readonly requests: {
      open(): readonly KeptRequest[]
      over(): readonly KeptRequest[]
      sent(request: SecondHash): void
      withdrawn(request: SecondHash): void
      /** False: it said so before. */
      trouble(request: SecondHash, text: string | null): boolean
    }
    readonly answers: {
      put(answer: KeptAnswer & { readonly expiresAt: number }, now: number): boolean
      known(): readonly SecondHash[]
      unsent(now: number): readonly KeptAnswer[]
      sent(request: SecondHash): void
    }
    readonly attempt: <T>(work: () => T) => Promise<Result<T, Failure>>
    /** Of the call that an approval is about. */
    readonly about: (id: ApprovalId) => { readonly callId: CallId; readonly tool: string } | null
    readonly answered: (id: ApprovalId, answer: SecondAnswer) => Promise<Result<unknown, Failure>>
    /** Whether requests of others are shown: not by a command that comes and goes. */
    readonly serves: boolean
    readonly opened: (approval: Approval) => void
    readonly closed: (approval: Approval) => void
    /** What waits here for others has another state. */
    readonly moved: (id: ApprovalId) => void
  }

export type SecondApprovals = {
  /**
   * Asks and hears others from now on. Once what an earlier process left is closed: an answer that came
   * in before would let a call run that is being closed as one that did not.
   */
  start(): void
  /** Something is to be brought to the others. */
  wake(): void
  /** What others ask, newest first. */
  incoming(): readonly Approval[]
  get(id: ApprovalId): Approval | null
  count(): number
  answer: GiveAnswer
  dispose(): Promise<void>
}

/** While this machine waits for somebody, and while it only listens. */
const WAITING_MS = 1_000
const LISTENING_MS = 2_000

export function openSecondApprovals(deps: SecondApprovalsDeps): SecondApprovals {
  const { requests, answers, attempt } = deps
  const refuse = openRefusals(deps.record)
  const incoming = openIncoming({ ...deps, answered: answers.known, refuse })

  /** Those that were told why nobody could be asked; null: nothing is known yet of an earlier process. */
  let away: Set<SecondHash> | null = null
  const say = (one: KeptRequest, text: string | null): void => {
    if (requests.trouble(one.request, text)) deps.moved(one.approvalId)
  }
  const collect = openCollector({
    refuse,
    answered: deps.answered,
    now: deps.now,
    trouble(request, text) {
      const one = requests.open().find((each) => each.request === request)
      if (one !== undefined) say(one, text)
    },
  })

  /** What is kept here and not there yet. Kept until it is there, so nothing is lost by an end. */
  async function bring(
    box: Mailbox,
    sign: (text: string) => Buffer,
    machine: MachineName,
  ): Promise<void> {
    for (const one of requests.open().filter(({ sent }) => !sent)) {
      await box.putRequest(one, machinesOf(one))
      await attempt(() => requests.sent(one.request))
      deps.moved(one.approvalId)
    }
    for (const one of requests.over()) {
      const signature = sign(withdrawalText(machine, one.request))
      if (one.sent) await box.putWithdrawal(one.request, signature, machinesOf(one))
      await attempt(() => requests.withdrawn(one.request))
    }
    for (const one of answers.unsent(deps.now())) {
      await box.putAnswer(one, one.asker, one.request)
      await attempt(() => answers.sent(one.request))
    }
  }

  const exchange = openExchange({
    ...deps,
    pace() {
      incoming.tidy(deps.config()?.peers ?? [])
      const waits = requests.open().length > 0
      if (waits || requests.over().length > 0) return WAITING_MS
      return deps.serves || answers.unsent(deps.now()).length > 0 ? LISTENING_MS : null
    },
    async turn(box, fleet, signer) {
      await bring(box, signer.sign, fleet.machine)
      const open = requests.open().flatMap((one) => {
        const call = deps.about(one.approvalId)
        const { request, approvalId, expiresAt, first } = one
        return call === null
          ? []
          : [{ request, approvalId, expiresAt, ...call, firstAt: first.at, to: machinesOf(one) }]
      })
      await collect(box, open, fleet, signer.publicKey.toString('hex'))
      if (deps.serves) await incoming.look(box, fleet)
    },
    trouble(why) {
      for (const one of requests.open())
        if (why !== null) say(one, `${why.text} Gatehouse asks as soon as that is solved.`)
        else if (away === null || away.has(one.request)) say(one, null)
      away = new Set(why === null ? [] : requests.open().map(({ request }) => request))
    },
  })

  return {
    start: exchange.start,
    wake: exchange.wake,
    incoming: incoming.list,
    get: incoming.get,
    count: incoming.count,
    answer: givingAnswers(
      incoming,
      {
        ...deps,
        keep: ({ request, to: asker }, signed, expiresAt) =>
          attempt(() => answers.put({ ...signed, request, asker, expiresAt }, deps.now())),
      },
      exchange.wake,
    ),
    dispose: exchange.dispose,
  }
}

const machinesOf = ({ asked }: KeptRequest): readonly MachineName[] =>
  asked.map(({ machine }) => machine)
