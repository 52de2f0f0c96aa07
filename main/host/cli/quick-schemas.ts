// A command reads with a schema once or twice: to read by it as it is takes less time than the code that the
// library would make of it first. Loaded before the first schema.
import { config } from 'zod'

config({ jitless: true })
