// The built-in tools of services, each as its service is set up, read without all the others.
import type { AnyTool } from '../contract/call/tool.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { anyTool } from './any-tool.ts'

export const serviceToolLoaders: Readonly<
  Record<string, (services: Services) => Promise<AnyTool>>
> = {
  find_group_availability: async (services) =>
    anyTool(
      (await import('./calendar/find-group-availability.ts')).findGroupAvailability(services),
    ),
  find_my_open_slots: async (services) =>
    anyTool((await import('./calendar/find-my-open-slots.ts')).findMyOpenSlots(services)),
  get_calendar_events: async (services) =>
    anyTool((await import('./calendar/get-calendar-events.ts')).getCalendarEvents(services)),
  get_mail_message: async (services) =>
    anyTool((await import('./mail/get-mail-message.ts')).getMailMessage(services)),
  get_mail_messages: async (services) =>
    anyTool((await import('./mail/get-mail-messages.ts')).getMailMessages(services)),
  get_unread_count: async (services) =>
    anyTool((await import('./mail/get-unread-count.ts')).getUnreadCount(services)),
  github: async (services) => anyTool((await import('./github.ts')).github(services)),
  google_calendar: async (services) =>
    anyTool((await import('./google-calendar.ts')).googleCalendar(services)),
  google_mail: async (services) => anyTool((await import('./google-mail.ts')).googleMail(services)),
  image_gen: async ({ images }) =>
    anyTool((await import('./images/image-gen.ts')).imageGen(images)),
  mark_mail_flagged: async (services) =>
    anyTool((await import('./mail/mark-mail.ts')).markMailFlagged(services)),
  mark_mail_read: async (services) =>
    anyTool((await import('./mail/mark-mail.ts')).markMailRead(services)),
  media: async (services) => anyTool((await import('./media.ts')).media(services)),
  move_mail_message: async (services) =>
    anyTool((await import('./mail/move-mail-message.ts')).moveMailMessage(services)),
  obsidian: async (services) => (await import('./obsidian.ts')).anyNotes(services),
  reddit: async ({ reddit }) => anyTool((await import('./reddit.ts')).reddit(reddit)),
  search_calendar_events: async (services) =>
    anyTool((await import('./calendar/search-calendar-events.ts')).searchCalendarEvents(services)),
  search_mail: async (services) =>
    anyTool((await import('./mail/search-mail.ts')).searchMail(services)),
  send_email: async (services) =>
    anyTool((await import('./mail/send-email.ts')).sendEmail(services)),
  todoist: async (services) => anyTool((await import('./todoist.ts')).todoist(services)),
  weather: async ({ weather }) => anyTool((await import('./weather/weather.ts')).weather(weather)),
  web_search: async ({ webSearch }) =>
    anyTool((await import('./web-search/web-search.ts')).webSearch(webSearch)),
}
