// The power to start the plugin of one call: just the one that was permitted, with just the folders
// and hosts that were permitted beside it.
import { failure, type Failure } from '../../../../contract/failure.ts'
import type { Reached } from '../../../../contract/call/powers/run-power.ts'
import type { PluginPower } from '../../../../contract/plugin/plugin-power.ts'
import type { CanonicalTouch } from '../../../../contract/call/touch.ts'
import type {
  PluginAnswer,
  PluginNews,
  PluginRequest,
} from '../../../../contract/plugin/request.ts'
import { RUN_ERRORS } from '../../../../contract/plugin/plugin-error.ts'
import { err, type Result } from '../../../../contract/result.ts'
import { mountsOf } from '../../../plugins/run/mounts.ts'
import type { AnswerCache } from '../../../plugins/run/answer-cache.ts'
import type { Plugins } from '../../../plugins/plugins.ts'
import type { PowerRequest } from '../../../pipeline/run-tool.ts'

export type RunsPlugin = (
  request: PluginRequest,
  call: {
    readonly signal: AbortSignal
    readonly news: (news: PluginNews) => void
    readonly onReached: (reached: Reached) => void
  },
) => Promise<Result<PluginAnswer, Failure>>

export type PluginRunDeps = {
  readonly ready: Plugins['ready']
  readonly run: RunsPlugin
  /** Of plugins whose answers may be given again. */
  readonly answers: AnswerCache
  /** Real path. */
  readonly workspace: () => string
}

type Call = Pick<
  PowerRequest,
  'permitted' | 'callId' | 'signal' | 'onOutput' | 'onReached' | 'onRepeated' | 'decided'
>

export function pluginPower(
  { permitted, callId, signal, onOutput, onReached, onRepeated, decided }: Call,
  { ready, run, answers, workspace }: PluginRunDeps,
): PluginPower {
  return {
    async run({ plugin, args }) {
      const touch = permitted.find((one) => one.kind === 'plugin.run' && one.plugin === plugin)
      if (touch?.kind !== 'plugin.run')
        return err(
          failure(RUN_ERRORS.notAllowed, `The plugin ${plugin} was not permitted for this call.`),
        )
      // At the moment of use, against its files as they are now.
      const found = await ready(plugin, touch.digest)
      if (!found.ok) return found
      const { manifest, file } = found.value
      const request: PluginRequest = {
        requestId: callId,
        tool: plugin,
        protocol: manifest.protocol,
        kind: manifest.runs,
        file,
        args,
        mounts: mountsOf(workspace(), permitted.flatMap(asGranted)),
        hosts: permitted.flatMap((one) =>
          one.kind === 'net.connect' ? [`${one.host}:${one.port}`] : [],
        ),
        limits: manifest.limits,
      }
      const runs = () =>
        run(request, {
          signal,
          onReached,
          news(news) {
            if (news.kind === 'output') onOutput('stdout', news.text)
            else if (news.text !== '')
              onOutput('stderr', `${progress(news.fraction)}${news.text}\n`)
          },
        })
      if (!manifest.pure) return runs()
      const { principal } = decided.call
      const { answer, from } = await answers.ask(
        {
          request,
          callId,
          digest: touch.digest,
          workspace: workspace(),
          asker: `${principal.kind} ${principal.name}`,
          policyHash: decided.decision.policyHash,
        },
        runs,
      )
      if (from !== null) onRepeated(from)
      return answer
    },
  }
}

const progress = (fraction: number | null): string =>
  fraction === null ? '' : `${Math.round(fraction * 100)} % `

const asGranted = (touch: CanonicalTouch): readonly { path: string; write: boolean }[] =>
  touch.kind === 'fs.read' || touch.kind === 'fs.write'
    ? [{ path: touch.path, write: touch.kind === 'fs.write' }]
    : []
