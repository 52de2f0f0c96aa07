// What came in from outside, and by which webhooks, where no Gatehouse runs: their tables know it.
import { failure } from '../../../../../contract/failure.ts'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { answering, reading } from '../read-tables.ts'

/** Nothing listens, so none has an address. */
async function webhooks(_context: CliContext, paths: AppPaths) {
  const { webhooksTable } = await import('../../../../store/tables/webhooks-table.ts')
  const read = await reading(paths, ({ db }) => webhooksTable(db).list(), [])
  if (read === null) return null
  return ok({ hooks: read.value.map((hook) => ({ ...hook, url: null })), problem: null })
}

async function events(_context: CliContext, paths: AppPaths, asked: Input<'events.list'>) {
  const { inboundEventsTable } = await import('../../../../store/tables/inbound-events-table.ts')
  return answering(paths, ({ db }) => inboundEventsTable(db).list(asked), [])
}

async function event(_context: CliContext, paths: AppPaths, { id }: Input<'events.get'>) {
  const { inboundEventsTable } = await import('../../../../store/tables/inbound-events-table.ts')
  const read = await reading(paths, ({ db }) => inboundEventsTable(db).get(id), null)
  if (read === null) return null
  return read.value === null
    ? err(failure('event.unknown', `There is no event ${id}.`, 'List the events for their ids.'))
    : ok(read.value)
}

export const eventAnswers: AnswersAtRest = {
  'events.get': event,
  'events.list': events,
  'webhooks.list': webhooks,
}
