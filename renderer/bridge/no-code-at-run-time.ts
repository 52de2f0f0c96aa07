// Imported before any schema of contract/ is made: zod would try whether it may make code, and the
// page's policy refuses that and says so aloud.
import { z } from 'zod'

z.config({ jitless: true })
