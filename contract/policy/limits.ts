// Sizes and times that a person bounds calls by.
import { z } from 'zod'

/** At most a day. */
export const CpuSeconds = z.int().min(1).max(86_400)

export const Limits = z.strictObject({
  /** A write or request with more bytes than this goes up to R3. */
  writeBytes: z.int().min(0).default(5_242_880).describe('Bytes of a file that is written.'),
  requestBytes: z.int().min(0).default(1_048_576).describe('Bytes of a request’s body.'),
  /** A process that has used as much is ended. */
  cpuSeconds: CpuSeconds.default(300).describe(
    'Seconds of processor time for one process of a command. It is stopped above that.',
  ),
  treeCpuSeconds: CpuSeconds.default(3_600).describe(
    'Seconds of processor time for all processes of a command together, where a control group counts it.',
  ),
  serverCpuSeconds: CpuSeconds.default(3_600).describe(
    'Seconds of processor time for one process of a server, over its whole life.',
  ),
})
