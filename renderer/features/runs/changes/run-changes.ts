// What the calls of a run changed, newest first, as far as its transcript says. Pure.
import type { CallId } from '../../../../contract/ids.ts'
import type { RunItem } from '../../../../contract/agent/run.ts'
import { shortPath } from '../../../../contract/approval/call-title.ts'
import { factOf } from '../../../state/call-text.ts'
import { mayHaveChanged } from '../transcript/call-ended.tsx'

export type RunChange = {
  readonly callId: CallId
  readonly item: number
  readonly at: number
  readonly tool: string
  /** Command, or the path of a file tool. */
  readonly fact: string
  /** Empty where a command ran on the real folder: what it changed, undo says. */
  readonly paths: readonly string[]
  /** Nobody was asked. */
  readonly byItself: boolean
}

export const changesOf = (items: readonly RunItem[], workspace: string): readonly RunChange[] =>
  items
    .flatMap((item): RunChange[] => {
      if (item.kind !== 'call' || item.state.kind !== 'ended') return []
      const { result } = item.state
      if (result.decision === null || !mayHaveChanged(result)) return []
      const { touches } = result.decision
      return [
        {
          callId: item.callId,
          item: item.id,
          at: item.at,
          tool: item.tool,
          fact: factOf(item.args, touches, workspace).replaceAll('\n', ' ⏎ '),
          paths: touches.flatMap((touch) =>
            touch.kind === 'fs.write' ? [shortPath(touch.path, workspace)] : [],
          ),
          byItself: result.route === 'policy',
        },
      ]
    })
    .toReversed()
