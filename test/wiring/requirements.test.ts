// What a tool lacks here: seen in the table of capabilities with a way to set it up, and shown to no
// model until it is there.
import { describe, expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import { ask, startServices, store, wholeApp } from '../fakes/services/whole-app.ts'
import { GITHUB_TOKEN } from '../fakes/services/github.ts'
import { modelServer } from '../fakes/model-server.ts'

wholeApp()

/** Everything that has to be brought, and what the table says that it is. */
const lacking: Readonly<Record<string, RegExp>> = {
  image_gen: /credential image-key is needed/,
  github: /credential github-token is needed/,
  google_mail: /Nobody is signed in to Gmail/,
  get_mail_messages: /Nobody is signed in to Gmail/,
  get_mail_message: /Nobody is signed in to Gmail/,
  search_mail: /Nobody is signed in to Gmail/,
  get_unread_count: /Nobody is signed in to Gmail/,
  send_email: /Nobody is signed in to Gmail/,
  mark_mail_read: /Nobody is signed in to Gmail/,
  mark_mail_flagged: /Nobody is signed in to Gmail/,
  move_mail_message: /Nobody is signed in to Gmail/,
  google_calendar: /Nobody is signed in to Google Calendar/,
  get_calendar_events: /Nobody is signed in to Google Calendar/,
  search_calendar_events: /Nobody is signed in to Google Calendar/,
  find_my_open_slots: /Nobody is signed in to Google Calendar/,
  find_group_availability: /Nobody is signed in to Google Calendar/,
  todoist: /credential todoist-token is needed/,
  media: /credential radarr-key is needed/,
  obsidian: /credential obsidian-key is needed/,
}

describe('a tool that lacks something', () => {
  it('is listed with what it lacks and how to get it, and is in no request to a model', async () => {
    const model = await modelServer([{ kind: 'say', text: ['Nothing.'] }])
    const services = await startServices({
      more: `model: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n`,
    })
    const listed = await ask('tools.list', {})
    for (const { manifest } of catalog) {
      const row = listed.find(({ name }) => name === manifest.name)
      expect([manifest.name, row === undefined]).toEqual([manifest.name, false])
      const lacks = lacking[manifest.name]
      if (lacks === undefined) continue
      expect([manifest.name, row?.available]).toEqual([manifest.name, false])
      expect(row?.missing[0]?.what).toMatch(lacks)
      expect(row?.missing.filter(({ how }) => !/\w/.test(how))).toEqual([])
    }
    const shown = async (): Promise<readonly string[]> => {
      const { id } = await ask('runs.start', { text: 'Hello' })
      await expect
        .poll(async () => (await ask('runs.get', { id })).run.state)
        .toMatch(/idle|failed/)
      const request = JSON.stringify(model.asked.at(-1)?.body ?? null)
      return catalog
        .map(({ manifest }) => manifest.name)
        .filter((name) => request.includes(`"name":"${name}"`))
    }
    try {
      const before = await shown()
      expect(before).toContain('read_file')
      expect(before.filter((name) => lacking[name] !== undefined)).toEqual([])
      await store('github-token', services.github.url, GITHUB_TOKEN)
      const row = (await ask('tools.list', {})).find(({ name }) => name === 'github')
      expect([row?.available, row?.missing]).toEqual([true, []])
    } finally {
      await model.close()
    }
  }, 600_000)
})
