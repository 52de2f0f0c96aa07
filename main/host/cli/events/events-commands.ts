// The commands of `gatehouse webhooks` and `gatehouse events`, in the order of the help.
import type { Command } from '../command.ts'
import { eventsList, eventsProcess, eventsShow } from './events.ts'
import { eventsSend } from './send.ts'
import {
  webhooksAdd,
  webhooksList,
  webhooksPause,
  webhooksRemove,
  webhooksRenew,
  webhooksResume,
} from './webhooks.ts'

export const webhooksCommands: readonly Command[] = [
  webhooksList,
  webhooksAdd,
  webhooksRenew,
  webhooksPause,
  webhooksResume,
  webhooksRemove,
]

export const eventsCommands: readonly Command[] = [
  eventsList,
  eventsShow,
  eventsProcess,
  eventsSend,
]
