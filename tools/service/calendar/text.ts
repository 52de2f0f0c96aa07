// An event as a model reads it. Pure.
import type { Json, JsonObject } from '../../../contract/json.ts'
import { asList, asObject, asText, cutAt, lines } from '../service-tool.ts'

const when = (value: Json | undefined): string => {
  const at = asObject(value)
  return asText(at['dateTime'] ?? at['date'])
}

export const eventLine = (event: JsonObject): string =>
  event['start'] === undefined
    ? `${asText(event['summary'])} (id ${asText(event['id'])}${event['primary'] === true ? ', primary' : ''})`
    : `${when(event['start'])} to ${when(event['end'])}: ${asText(event['summary'])} (id ${asText(event['id'])})`

export const wholeEvent = (event: JsonObject): string =>
  lines(
    eventLine(event),
    asText(event['location']) === '' ? null : `Where: ${asText(event['location'])}`,
    ...asList(event['attendees']).map(
      (one) =>
        `Invited: ${asText(one['email'])} (${asText(one['responseStatus']) || 'no answer yet'})`,
    ),
    cutAt(asText(event['description']), 5_000),
  )
