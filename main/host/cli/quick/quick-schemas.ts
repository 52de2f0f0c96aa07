// Switches off the code that zod would generate for each schema: a command reads with a schema once or
// twice, and generating takes longer. Loaded before the first schema.
import { config } from 'zod'

config({
  jitless: true,
  // It walks through all that a schema can come to, before the first read.
  memoizer: { attach: () => {}, guard: () => {}, alloc: (_schema, _payload, empty) => empty },
})
