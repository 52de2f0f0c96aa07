// Servers in the form of another client, of a Gatehouse that does not run.
import type { Failure } from '../../../contract/failure.ts'
import type { Input, Output } from '../../../contract/ipc/ipc.ts'
import type { Result } from '../../../contract/result.ts'
import type { AppPaths } from '../../config/paths.ts'
import { exportServers } from '../../services/servers/export-servers.ts'
import type { HostEnv } from './availability-at-rest.ts'
import { configAtRest } from './config-at-rest.ts'
import { shownAtRest } from './shown-at-rest.ts'

/** Null where the file has a fault. What an organisation holds of servers is in no client's file. */
export async function serverExportAtRest(
  wanted: Input<'servers.export'>,
  paths: AppPaths,
  env: HostEnv,
): Promise<Result<Output<'servers.export'>, Failure> | null> {
  const config = await configAtRest(paths)
  if (config === null) return null
  const exported = exportServers(config.servers, wanted)
  return exported.ok ? exported : shownAtRest(config, env)(exported)
}
