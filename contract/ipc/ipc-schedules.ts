// Channels: jobs that are kept to run later.
import { z } from 'zod'
import { JobId } from '../ids.ts'
import { JobListing } from '../schedule/job.ts'
import { call, everywhere, none } from './channel.ts'

export const schedulesChannels = {
  /** The oldest first. */
  'schedules.list': call(everywhere, none, z.array(JobListing)),
  /** Gives what is left. Failures: `schedule.unknown`. */
  'schedules.remove': call(everywhere, z.strictObject({ id: JobId }), z.array(JobListing)),
} as const
