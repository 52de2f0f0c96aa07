// A fixture whose calls of the tools for sub-agents are real: the small pipeline of the test gets all
// others. The model is told apart by what it is asked to do.
import type { ModelRequest } from '../../contract/agent/model.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { Powers } from '../../contract/call/powers/powers.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { AgentPorts } from '../../main/agent/ports.ts'
import { openSubagentPort } from '../../main/agent/subagents/power.ts'
import { spawn } from '../../tools/agents/spawn.ts'
import { subagentControl } from '../../tools/agents/subagent-control.ts'
import type { Line, ScriptedModel } from '../fakes/scripted-model.ts'
import { decision, openFixture, result, type Fixture, type Pipeline } from './bench.ts'

const tools: Readonly<Record<string, AnyTool>> = {
  spawn: spawn as unknown as AnyTool,
  subagent_control: subagentControl as unknown as AnyTool,
}

/** Each script belongs to the run whose first message begins with its name; its last step is repeated. */
export function castOf(
  scripts: Readonly<Record<string, readonly (readonly Line[])[]>>,
): ScriptedModel {
  const requests: ModelRequest[] = []
  const asked = new Map<string, number>()
  return {
    label: 'scripted',
    requests,
    async *step(request, signal) {
      requests.push(structuredClone(request))
      const [first] = request.messages
      const text = first?.role === 'user' ? first.text : ''
      const name = Object.keys(scripts).find((each) => text.startsWith(each)) ?? ''
      const at = asked.get(text) ?? 0
      asked.set(text, at + 1)
      const lines = scripts[name]?.[at] ?? scripts[name]?.at(-1) ?? []
      for (const line of lines) {
        if (line.kind === 'throw') throw new Error(line.text)
        if (line.kind !== 'pause') yield line
        else if (line.until !== undefined) await line.until
        else
          await new Promise<void>((resolve) =>
            signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
          )
      }
    },
  }
}

export function openTeam(
  model: ScriptedModel,
  pipeline: Pipeline,
  over: Partial<AgentPorts> = {},
  store?: Fixture['store'],
): Fixture {
  const port = openSubagentPort()
  const fixture = openFixture(
    model,
    async (call, notify) => {
      const tool = tools[call.tool]
      if (tool === undefined) return pipeline(call, notify)
      notify({ kind: 'running', decision })
      const input = tool.input.parse(call.args)
      const subagent = port.power({
        permitted: tool.touches(input) as readonly CanonicalTouch[],
        caller: { runId: call.runId, callId: call.id, channel: call.channel },
        signal: call.signal,
      })
      const output = await tool.execute(input, {
        power: { subagent } as unknown as Powers,
        signal: call.signal,
      })
      const text = output.ok ? output.value.text : `${output.error.code}: ${output.error.text}`
      const ended = result(call.id, text, {
        ok: output.ok,
        data: (output.ok ? output.value.data : null) ?? null,
        ...(output.ok ? {} : { status: 'failed', error: output.error }),
      })
      notify({ kind: 'ended', result: ended })
      return ended
    },
    over,
    store,
  )
  port.serve(fixture.agent.subagents)
  return fixture
}

export const childrenIn = (fixture: Pick<Fixture, 'store'>, run: Run): readonly Run[] =>
  fixture.store.children(run.id)
