// What the tools for calendars reach and require, by where the calendars of the person are.
import type { Services } from '../../contract/policy/config/services.ts'
import type { ServiceAccess } from '../service/service-access.ts'
import { calendarService } from '../service/services.ts'

/** Whether an account is asked, and whether files on this machine are read. */
export const calendarPlaces = ({ calendar: { provider } }: Services) => ({
  outside: provider !== 'files',
  fromFiles: provider !== 'google',
})

export function calendarAccess(services: Services) {
  const { outside, fromFiles } = calendarPlaces(services)
  return {
    category: outside ? 'comms' : 'fs',
    dataAccess: [
      'calendar',
      ...(outside ? (['network', 'credentials'] as const) : []),
      ...(fromFiles ? (['files'] as const) : []),
    ],
    requires: [
      ...(outside ? [calendarService(services)] : []),
      ...(fromFiles && services.calendar.files.length === 0
        ? [{ kind: 'setting' as const, key: 'services.calendar.files' }]
        : []),
    ],
    networkOutbound: outside,
  } satisfies ServiceAccess
}
