// What calls of the fake Gatehouse gave: those of its runs, and a long one for every other.
import type { RunItem } from '../../contract/agent/run.ts'
import type { CallId } from '../../contract/ids.ts'
import type { Output } from '../../contract/ipc/ipc.ts'

const lines = Array.from({ length: 6_000 }, (_, at) => {
  const number = at + 1
  if (number === 40) return `\tat checkout (${'/very/long/path'.repeat(90)}/index.ts:4:2)`
  if (number % 50 === 0) return `error: order ${number} has no customer \u200b(retry 3 of 3)`
  return `2026-11-27T08:${String(Math.floor(at / 60) % 60).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z worker-${at % 7} took order ${number}`
})

export function fakeResult(
  items: readonly RunItem[],
  callId: CallId,
  { from, most }: { readonly from: number; readonly most: number },
): Output<'runs.result'> {
  const item = items.find((one) => one.kind === 'call' && one.callId === callId)
  const result = item?.kind === 'call' && item.state.kind === 'ended' ? item.state.result : null
  const text = result === null || result.stored !== undefined ? lines.join('\n') : result.text
  return {
    tool: item?.kind === 'call' ? item.tool : 'exec',
    label: result?.label ?? 'untrusted',
    offset: from,
    text: text.slice(from, from + most),
    chars: text.length,
    cut: false,
  }
}
