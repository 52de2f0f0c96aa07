// What a plugin is told on its standard input.
import type { CallOne, CallZero, CancelOne } from '../../../contract/plugin/protocol.ts'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { cwdOf } from './mounts.ts'

export function callText(request: PluginRequest): string {
  const { requestId, tool, args, mounts, limits } = request
  const common = {
    request_id: requestId,
    tool,
    cwd: cwdOf(mounts),
    mounts: mounts.map(({ hostPath, guestPath, readOnly }) => ({
      host_path: hostPath,
      guest_path: guestPath,
      read_only: readOnly,
    })),
  }
  if (request.protocol === 0)
    return line({
      protocol_version: 0,
      ...common,
      args_json: JSON.stringify(args),
    } satisfies CallZero)
  return line({
    kind: 'call',
    protocol_version: 1,
    ...common,
    args,
    limits: {
      run_time_ms: limits.runTimeMs,
      stdout_bytes: limits.stdoutBytes,
      stderr_bytes: limits.stderrBytes,
      memory_bytes: limits.memoryBytes,
    },
  } satisfies CallOne)
}

export const cancelText = (requestId: string, graceMs: number): string =>
  line({ kind: 'cancel', request_id: requestId, grace_ms: graceMs } satisfies CancelOne)

const line = (value: unknown): string => `${JSON.stringify(value)}\n`
