// A command reads with a schema once or twice: to read by it as it is takes less time than the code that the
// library would make of it first. Loaded before the first schema.
import { config } from 'zod'

config({
  jitless: true,
  // It walks through all that a schema can come to, before the first read.
  memoizer: { attach: () => {}, guard: () => {}, alloc: (_schema, _payload, empty) => empty },
})
