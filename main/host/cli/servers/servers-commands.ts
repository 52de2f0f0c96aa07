// The commands of `gatehouse servers`, in the order of the help.
import type { Command } from '../command.ts'
import { serversList } from './list.ts'
import { serversShow } from './servers.ts'
import { serversSearch } from './search.ts'
import { serversAdd } from './add.ts'
import { serversFetch } from './fetch.ts'
import { serversGrant } from './grant.ts'
import { serversReview } from './review.ts'
import { serversLabel } from './label.ts'
import { serversTrust } from './trust.ts'
import { serversClose, serversStart, serversRemove } from './change.ts'
import { serversQuestions, serversAnswer } from './questions.ts'
import { serversImport } from './import.ts'
import { serversExport } from './export.ts'

export const serversCommands: readonly Command[] = [
  serversList,
  serversShow,
  serversSearch,
  serversAdd,
  serversFetch,
  serversGrant,
  serversReview,
  serversLabel,
  serversTrust,
  serversClose,
  serversStart,
  serversQuestions,
  serversAnswer,
  serversRemove,
  serversImport,
  serversExport,
]
