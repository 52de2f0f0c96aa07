// The home that questions about calls are answered over where no Gatehouse runs.
import type { AppPaths } from '../../../config/paths.ts'
import type { HomeAtRest } from '../../../wiring/at-rest/policy/evaluation-at-rest.ts'
import type { CliContext } from '../cli-context.ts'
import { tablesForCalls } from './tables-for-calls.ts'
import { storedForCalls } from './stored-for-calls.ts'
import { storedClients } from './stored-clients.ts'
import { storedFromOutside } from './stored-from-outside.ts'

export const homeAtRest = ({ env }: Pick<CliContext, 'env'>, paths: AppPaths): HomeAtRest => ({
  paths,
  env,
  forCalls: () => storedForCalls(paths),
  outside: storedFromOutside(paths),
  touched: tablesForCalls(paths),
  clients: () => storedClients(paths),
})
