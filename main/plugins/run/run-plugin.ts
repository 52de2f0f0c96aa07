// Runs a plugin for one call, from its request to its answer. Never decides whether it may run.
import type { Failure } from '../../../contract/failure.ts'
import { RUN_ERRORS } from '../../../contract/plugin/plugin-error.ts'
import type { PluginAnswer, PluginRequest } from '../../../contract/plugin/request.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { AnswerReader } from './answer.ts'
import { readOne } from './answer-one.ts'
import { readZero } from './answer-zero.ts'
import { badExit, faultOf, noAnswer } from './faults.ts'
import { runNative } from './native.ts'
import type { PluginPowers } from './powers.ts'
import { runWasi } from './wasi.ts'

/**
 * Failures: `RUN_ERRORS`, those of `reviewed`, and those of the sandbox and the WASI runtime where it
 * did not start. A plugin that says itself that it failed has answered.
 */
export async function runPlugin(
  request: PluginRequest,
  powers: PluginPowers,
): Promise<Result<PluginAnswer, Failure>> {
  const { tool, requestId, protocol, limits } = request
  const started = performance.now()
  const copy = await powers.reviewed(request.file)
  if (!copy.ok) return copy
  let reader: AnswerReader | null = null
  const open = (answered: () => void): AnswerReader =>
    (reader =
      protocol === 0 ? readZero(tool, requestId) : readOne(tool, requestId, powers.news, answered))
  const run = request.kind === 'native' ? runNative : runWasi
  const ended = await run(request, copy.value, open, powers)
  if (!ended.ok) return ended
  const { end, log } = ended.value
  const fault = faultOf(end, tool, limits, log)
  if (fault !== null) return err(fault)
  const answer = (reader as AnswerReader | null)?.end()
  const code = end.kind === 'exited' ? end.code : 0
  // One that says why it failed may end as programs do that failed.
  const explained = answer?.ok === true && answer.value.error !== null
  if (answer === undefined || (code !== 0 && !explained)) return err(badExit(tool, code, log))
  if (!answer.ok)
    return answer.error.code === RUN_ERRORS.empty ? err(noAnswer(tool, protocol, log)) : answer
  return ok({
    ...answer.value,
    requestId,
    log,
    durationMs: Math.round(performance.now() - started),
  })
}
