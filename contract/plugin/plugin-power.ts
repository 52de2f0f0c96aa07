// The power to run one plugin.
import type { Failure } from '../failure.ts'
import type { JsonObject } from '../json.ts'
import type { Result } from '../result.ts'
import type { PluginAnswer } from './request.ts'

/**
 * Starts the plugin that was permitted, with the folders and hosts that were permitted beside it.
 * Fails with the codes of `contract/plugin/plugin-error.ts`.
 */
export type PluginPower = {
  run(request: {
    readonly plugin: string
    readonly args: JsonObject
  }): Promise<Result<PluginAnswer, Failure>>
}
