// What one call may read of earlier results: those of the run it belongs to, and what is kept of long
// ones. Who wrote the text goes with every page.
import type { CallResult } from '../../contract/call/call.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import type { ReadBack } from '../../contract/call/read-back.ts'
import type { ResultPage, ResultPower } from '../../contract/call/powers/result-power.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { CallId, type RunId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'

export type EarlierResultsDeps = {
  /** In the transcript of this run. */
  readonly itemOf: (runId: RunId, callId: CallId) => RunItem | null
  /** All of a long result; null: it is not kept, or not any more. */
  readonly longText: (callId: CallId) => string | null
  /** Where a result came from, in a few words. */
  readonly sourceOf: (touches: readonly CanonicalTouch[]) => string
}

export const resultPower = (
  deps: EarlierResultsDeps,
  {
    permitted,
    runId,
    onReadBack,
  }: {
    readonly permitted: readonly CanonicalTouch[]
    readonly runId: RunId | null
    readonly onReadBack: (read: ReadBack) => void
  },
): ResultPower => ({
  async page(asked, offset, most): Promise<Result<ResultPage, Failure>> {
    if (runId === null) return err(noRun)
    if (!permitted.some((touch) => touch.kind === 'result' && touch.call === asked))
      return err(outsidePermit)
    const found = wholeResult(deps, runId, asked)
    if (found === null) return err(unknownResult(asked))
    const { tool, result, text: whole, cut } = found
    if (offset > 0 && offset >= whole.length) return err(beyond(asked, whole.length))
    if (result.status !== 'denied')
      onReadBack({
        of: 'result',
        id: asked,
        untrusted:
          result.label === 'untrusted' ? deps.sourceOf(result.decision?.touches ?? []) : null,
      })
    return ok({
      tool,
      label: result.label,
      offset,
      text: pageOf(whole, offset, most),
      chars: whole.length,
      cut,
    })
  },
})

type WholeResult = {
  readonly tool: string
  readonly result: CallResult
  /** All that is kept of it. */
  readonly text: string
  /** There was more, which is not kept, or not any more. */
  readonly cut: boolean
}

function wholeResult(
  deps: Pick<EarlierResultsDeps, 'itemOf' | 'longText'>,
  runId: RunId,
  asked: string,
): WholeResult | null {
  const callId = CallId.safeParse(asked)
  const item = callId.success ? deps.itemOf(runId, callId.data) : null
  if (!callId.success || item?.kind !== 'call' || item.state.kind !== 'ended') return null
  const { result } = item.state
  const long = result.stored === undefined ? null : deps.longText(callId.data)
  return {
    tool: item.tool,
    result,
    text: long ?? result.text,
    cut: long === null && result.truncated,
  }
}

/** A page for a person: the very text that a model reads, of any run. */
export function resultPage(
  deps: Pick<EarlierResultsDeps, 'itemOf' | 'longText'>,
  runId: RunId,
  asked: CallId,
  { from, most }: { readonly from: number; readonly most: number },
): Result<ResultPage, Failure> {
  const found = wholeResult(deps, runId, asked)
  if (found === null) return err(unknownResult(asked))
  const { tool, result, text, cut } = found
  return ok({
    tool,
    label: result.label,
    offset: from,
    text: pageOf(text, from, most),
    chars: text.length,
    cut,
  })
}

/** At least one character, and never ends between the two halves of one. */
function pageOf(text: string, offset: number, most: number): string {
  const page = text.slice(offset, offset + most)
  const last = page.charCodeAt(page.length - 1)
  const halved = last >= 0xd800 && last <= 0xdbff && offset + most < text.length
  if (!halved) return page
  return page.length === 1 ? text.slice(offset, offset + 2) : page.slice(0, -1)
}

const noRun = failure(
  'results.no-run',
  'Only a run of an agent of Gatehouse has earlier results to read.',
  'Make the call itself.',
)
const outsidePermit = failure(
  'results.outside-permit',
  'This call was not permitted to read that result.',
)
const unknownResult = (call: string): Failure =>
  failure(
    'results.unknown',
    `This run has no ended call ${call}.`,
    'Use an id that Gatehouse gave beside a result of this run.',
  )
const beyond = (call: string, chars: number): Failure =>
  failure(
    'results.offset',
    `The result of ${call} has ${chars} characters.`,
    'Give a smaller offset.',
  )
