// Says how far one command may go: the shorter of what was asked for and what is allowed. Pure.
import type { ProcessRequest } from '../../contract/call/powers/run-power.ts'
import type { Bounds } from './processes/confine.ts'
import type { Runner } from './runner-powers.ts'

export const boundsOf = (
  request: Pick<ProcessRequest, 'timeoutMs'>,
  { limits, signal, onOutput }: Parameters<Runner['power']>[0],
  closing: AbortSignal,
): Bounds => ({
  timeMs: Math.max(1, Math.min(request.timeoutMs, limits.runTimeMs)),
  keep: { stdout: limits.stdoutBytes, stderr: limits.stderrBytes },
  signal: AbortSignal.any([signal, closing]),
  ...(limits.cpuSeconds === undefined ? {} : { cpuSeconds: limits.cpuSeconds }),
  ...(limits.treeCpuSeconds === undefined ? {} : { treeCpuMs: limits.treeCpuSeconds * 1000 }),
  onOutput: (stream, text) => onOutput(stream, text),
})
