// Which calendars the tools for free time look at, and when the person works.
import { z } from 'zod'
import { isTimeZone } from '../time-zone.ts'

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'a time such as 09:00')
const email = z
  .string()
  .max(254)
  .regex(/^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,189}$/, 'one address such as ada@example.org')

export const CalendarSettings = z.strictObject({
  provider: z
    .enum(['google', 'files', 'both'])
    .default('google')
    .describe('google: of the signed-in account; files: calendar files on this machine; or both.'),
  files: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(4096).describe('A calendar file (.ics).'),
        person: email
          .nullable()
          .default(null)
          .describe('Whose calendar it is, by mail address. Null: yours.'),
      }),
    )
    .max(20)
    .default([])
    .describe('Calendar files on this machine.'),
  zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'a time zone such as Europe/Berlin')
    .nullable()
    .default(null)
    .describe('Your time zone. Null: that of this machine.'),
  workingHours: z
    .strictObject({
      from: clock.default('09:00').describe('When your day begins.'),
      to: clock.default('17:00').describe('When it ends.'),
      days: z
        .array(z.int().min(1).max(7))
        .min(1)
        .max(7)
        .default([1, 2, 3, 4, 5])
        .describe('1 is Monday, 7 Sunday.'),
    })
    .refine(({ from, to }) => from < to, {
      message: 'the end is not after the start',
      path: ['to'],
    })
    .prefault({})
    .describe('When you can be met.'),
  softWords: z
    .array(z.string().min(1).max(50))
    .max(20)
    .default(['focus', 'hold', 'tentative'])
    .describe('Events with one of these words in the title can be moved for a meeting.'),
})
export type CalendarSettings = z.infer<typeof CalendarSettings>

const { shape } = CalendarSettings

/** A change to it; what is left out stays. */
export const CalendarSettingsPatch = z.strictObject({
  provider: shape.provider.unwrap().optional(),
  files: shape.files.unwrap().optional(),
  zone: shape.zone.unwrap().optional(),
  workingHours: z.strictObject({ from: clock.optional(), to: clock.optional() }).optional(),
  softWords: shape.softWords.unwrap().optional(),
})
