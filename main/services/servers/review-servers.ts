// What a person reviews of a server and answers to it, with the proof that this takes.
import { UNPROVEN } from '../../../contract/approval/evidence.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ServerQuestion } from '../../../contract/server/server-question.ts'
import type { ServerReview } from '../../../contract/server/server-review.ts'
import type { Review } from '../../mcp/servers-port.ts'
import type { ServersServiceDeps } from './servers-service-deps.ts'

/** How long a person waits to see what a server offers. */
const REVIEW_MS = 90_000

export function reviewServers({
  servers,
  stepUp,
  ending,
  shown,
}: Pick<ServersServiceDeps, 'servers' | 'stepUp' | 'ending' | 'shown'>): {
  readonly review: TopicHandlers<'servers'>['servers.review']
  readonly accept: TopicHandlers<'servers'>['servers.accept']
  readonly questions: TopicHandlers<'servers'>['servers.questions']
  readonly answerQuestion: TopicHandlers<'servers'>['servers.answer-question']
  readonly close: TopicHandlers<'servers'>['servers.close']
} {
  const questions = (): ServerQuestion[] => [...shown(servers.questions.list())]
  const out = (review: Result<Review, Failure>): Result<ServerReview, Failure> =>
    review.ok
      ? ok({
          digest: review.value.digest,
          items: [...shown(review.value.items)],
          access: shown(review.value.access),
        })
      : review

  return {
    review: async ({ name }) =>
      out(await servers.review(name, AbortSignal.any([ending, AbortSignal.timeout(REVIEW_MS)]))),
    async accept({ name, items, digest, proof }, { surface }) {
      // As for any approval: on the command line anybody who can type can be a program.
      if (stepUp.state().passphrase && surface === 'cli') {
        const proven =
          proof === undefined
            ? err(
                failure(
                  'approval.step-up',
                  'Accepting a server here requires the Gatehouse passphrase.',
                ),
              )
            : await stepUp.prove(proof)
        if (!proven.ok) return proven
      }
      return out(await servers.accept(name, items, digest, surface))
    },
    questions: async () => ok(questions()),
    async answerQuestion({ id, answer, proof }, { surface }) {
      if (answer.kind !== 'deny' && stepUp.state().passphrase && surface === 'cli') {
        const proven =
          proof === undefined
            ? err(failure(UNPROVEN, 'Answering a server here requires the Gatehouse passphrase.'))
            : await stepUp.prove(proof)
        if (!proven.ok) return proven
      }
      const done = servers.questions.answer(id, answer)
      return done.ok ? ok(questions()) : done
    },
    close: async ({ name, item }, { surface }) => out(servers.close(name, item, surface)),
  }
}
