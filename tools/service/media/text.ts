// What a model reads of the answers of Radarr and Sonarr.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ToolOutput } from '../../../contract/call/tool.ts'
import type { MediaInput } from './input.ts'
import type { Ask, Asker } from '../ask.ts'
import { asList, asObject, asText, cutAt, lines } from '../service-tool.ts'

const PAGE = 25

export async function mediaText(
  given: MediaInput,
  ask: Asker,
  [first, second]: readonly Ask[],
): Promise<Result<ToolOutput, Failure>> {
  if (first === undefined) return ok({ text: '' })
  const answer = await ask(first)
  if (!answer.ok) return answer
  const { json, note } = answer.value
  if (second !== undefined) {
    const found = Array.isArray(json) ? asList(json)[0] : asObject(json)
    return add(given, found ?? {}, ask, second)
  }
  if (!Array.isArray(json))
    return ok({ text: lines(titleLine(asObject(json)), note), data: idsOf(asObject(json)) })
  const wanted = given.filter?.toLowerCase() ?? ''
  const all = asList(json).filter((entry) =>
    asText(entry['title'] ?? entry['name'] ?? entry['path'])
      .toLowerCase()
      .includes(wanted),
  )
  const from = ((given.page ?? 1) - 1) * PAGE
  const shown = all.slice(from, from + PAGE)
  return ok({
    text: lines(
      shown.length === 0 ? 'Nothing found.' : shown.map(titleLine).join('\n'),
      from + PAGE < all.length
        ? `${all.length} in all: ${given.action.startsWith('list') ? `call again with page ${(given.page ?? 1) + 1}` : 'search for more of the title'}.`
        : null,
      note,
    ),
    data: { entries: shown.map(idsOf), all: all.length },
  })
}

async function add(
  { title = '', quality_profile_id = 0, root_folder = '', action }: MediaInput,
  found: JsonObject,
  ask: Asker,
  adding: Ask,
): Promise<Result<ToolOutput, Failure>> {
  const there = asText(found['title'])
  if (there.trim().toLowerCase() !== title.trim().toLowerCase())
    return err(
      failure(
        'media.other-title',
        there === ''
          ? 'There is nothing of that number, so nothing was added.'
          : `That number is “${cutAt(there, 200)}”, not “${title}”, so nothing was added.`,
        'Search again, and give the number and title of the same entry.',
      ),
    )
  // What is found by a search has a number of the library once it is in it.
  if (Number(found['id'] ?? 0) > 0)
    return err(
      failure(
        'media.there',
        `“${cutAt(there, 200)}” is in the library already, with the id ${asText(found['id'])}, so nothing was added.`,
        `Read it with ${action === 'add_movie' ? 'get_movie' : 'get_series'}.`,
      ),
    )
  const added = await ask({
    ...adding,
    body: {
      ...found,
      qualityProfileId: quality_profile_id,
      rootFolderPath: root_folder,
      monitored: true,
      ...(action === 'add_movie'
        ? { addOptions: { monitor: 'movieOnly', searchForMovie: true } }
        : {
            seasonFolder: true,
            // Sonarr 3 takes no series without one; Sonarr 4 does not look at it.
            languageProfileId: Number(found['languageProfileId'] ?? 0) || 1,
            addOptions: { monitor: 'all', searchForMissingEpisodes: true },
          }),
    },
  })
  return added.ok
    ? ok({
        text: `Added: ${titleLine(asObject(added.value.json))}`,
        data: idsOf(asObject(added.value.json)),
      })
    : added
}

function titleLine(entry: JsonObject): string {
  const name = asText(entry['title'] ?? entry['name'] ?? entry['path'])
  const facts = [
    asText(entry['year']),
    entry['id'] === undefined ? '' : `id ${asText(entry['id'])}`,
    entry['tmdbId'] === undefined ? '' : `tmdb ${asText(entry['tmdbId'])}`,
    entry['tvdbId'] === undefined ? '' : `tvdb ${asText(entry['tvdbId'])}`,
    entry['hasFile'] === undefined ? '' : entry['hasFile'] === true ? 'there' : 'not there yet',
  ].filter((part) => part !== '')
  return lines(
    `${name}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`,
    cutAt(asText(entry['overview']), 300),
  )
}

const idsOf = (entry: JsonObject): JsonObject => ({
  title: asText(entry['title'] ?? entry['name'] ?? entry['path']),
  id: asText(entry['id']),
})
