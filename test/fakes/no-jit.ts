// Imported before any schema is made: zod would make code at run time, which the policy of the
// window's page refuses.
import { z } from 'zod'

z.config({ jitless: true })
