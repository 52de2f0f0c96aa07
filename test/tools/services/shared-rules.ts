// Tests that every tool of an outside service passes: run with one call that reads, one that
// changes something, and arguments that have to be refused.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Manifest } from '../../../contract/call/manifest.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import type { HttpService } from '../../fakes/services/http-service.ts'
import { runTool } from '../../fakes/services/run-tool.ts'
import type { RunOptions } from '../../fakes/services/run-tool.ts'

type Args = Readonly<Record<string, unknown>>
export type Started = {
  readonly tool: AnyTool
  readonly service: HttpService
  readonly credentials: NonNullable<RunOptions['credentials']>
}

export function sharedRules(
  name: string,
  start: () => Promise<Started>,
  {
    reading,
    changing,
    refused,
  }: {
    readonly reading: Args
    readonly changing: Args
    readonly refused: readonly (readonly [string, Args])[]
  },
): void {
  describe(`${name}, as every tool of a service`, () => {
    it('has a whole manifest, and declares just the actions its schema takes', async () => {
      const { tool } = await start()
      expect(Manifest.parse(tool.manifest)).toEqual(tool.manifest)
      const schema = z.toJSONSchema(tool.input, { io: 'input' }) as unknown as {
        additionalProperties: boolean
        properties: { action: { enum: string[] } }
      }
      expect(schema.additionalProperties).toBe(false)
      expect(tool.manifest.actions.map((action) => action.name)).toEqual(
        schema.properties.action.enum,
      )
      for (const action of tool.manifest.actions)
        expect([action.name, action.riskTier]).toEqual([
          action.name,
          action.readOnly ? undefined : 'R3',
        ])
    })

    it.each(refused)('refuses %s', async (_why, args) => {
      const { tool } = await start()
      expect(tool.input.safeParse(args)).toMatchObject({ success: false })
    })

    it('refuses a missing action, an unknown one, and an argument nobody knows', async () => {
      const { tool } = await start()
      for (const args of [
        {},
        { action: 'explode' },
        { ...reading, action: 7 },
        { ...reading, extra: 1 },
      ])
        expect([args, tool.input.safeParse(args).success]).toEqual([args, false])
    })

    it('names in its touches every request that it makes, and the credential', async () => {
      const { tool, service, credentials } = await start()
      for (const args of [reading, changing]) {
        service.asked.splice(0)
        const result = await runTool(tool, args, { hosts: service.hosts, credentials })
        expect(result).toMatchObject({ ok: true })
        const touches = tool.touches(tool.input.parse(args))
        expect(
          service.asked.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`),
        ).toEqual(
          touches.flatMap((touch) =>
            touch.kind === 'net.fetch'
              ? [`${touch.method} ${decodeURIComponent(new URL(touch.url).pathname)}`]
              : [],
          ),
        )
        expect(touches.some((touch) => touch.kind === 'secrets.get')).toBe(true)
      }
    })

    it('waits where the service asks for it, once it may be asked again', async () => {
      const { tool, service, credentials } = await start()
      service.goWrong('429', 1)
      const result = await runTool(tool, reading, { hosts: service.hosts, credentials })
      expect(result).toMatchObject({ ok: true })
    })
  })
}
