// How one thing of a server's offer compares to what was reviewed. In a file of its own: lists of
// tools have it, and nothing else of a server.
import { z } from 'zod'

export const ReviewState = z.enum(['open', 'new', 'changed', 'gone', 'refused'])
