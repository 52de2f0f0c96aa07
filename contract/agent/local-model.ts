// Model servers that were found on this machine.
import { z } from 'zod'

export const LocalServer = z.strictObject({
  /**
   * As people know it: Ollama, LM Studio, llama.cpp, vLLM, or a plain word for one that does not
   * say.
   */
  server: z.string(),
  /** As `model.baseUrl` of the configuration takes it. */
  baseUrl: z.string(),
  /** Names as the server takes them, in its own order. Empty: it runs, and has no model yet. */
  models: z.array(z.string()),
})
export type LocalServer = z.infer<typeof LocalServer>

export const FoundServers = z.strictObject({
  /** Epoch milliseconds; null: nobody has looked since the start. */
  at: z.int().nullable(),
  servers: z.array(LocalServer),
  /** Where it was looked. */
  looked: z.array(z.string()),
})
export type FoundServers = z.infer<typeof FoundServers>
