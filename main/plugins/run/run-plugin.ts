// Runs a plugin for one call, from its request to its answer. Never decides whether it may run.
import type { Failure } from '../../../contract/failure.ts'
import type { PluginAnswer, PluginRequest } from '../../../contract/plugin/request.ts'
import type { Result } from '../../../contract/result.ts'
import type { PluginPowers } from './powers.ts'

/** Failures: `RUN_ERRORS`, and those of the sandbox and the WASI runtime where it did not start. */
export type RunPlugin = (
  request: PluginRequest,
  powers: PluginPowers,
) => Promise<Result<PluginAnswer, Failure>>
