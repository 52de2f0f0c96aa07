// Every comment of examples/config.capabilities.yaml is shown by a case in examples/policy-cases.yaml, or
// said to speak of no decision. A comment that is in neither list fails, and so does an entry whose
// comment or case is gone.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCases } from '../../main/config/cases.ts'

const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../examples', name), 'utf8')

/** Comments by their beginning; lines that stand below each other are one. */
const shown: Readonly<Record<string, readonly string[]>> = {
  'While it is on, tools': [
    'while the guard is on nothing goes out',
    'and commands connect to nothing',
  ],
  'these stay all the same': ['but by the tools that stay'],
  'Hosts that may be reached without asking': [
    'looking at a listed host is R1 by whatever tool, and this preset asks about all but files',
    'not over plain http',
    'a host that was listed for plain http',
    'a name below a listed one',
    'but not that name itself',
    'a host alone does not mean sending',
    'a port of its own, listed with the host',
    'on another port it is a place of this machine',
  ],
  'what is sent with these is R2': [
    'a listed method below its size',
    'a method that is not listed',
  ],
  'a larger request is R3': ['a listed method above its size'],
  'pins only narrow': ['a host with pins alone may be looked at'],
  'The same for one agent': ['a host of one agent', 'which others have not'],
  'The way of working that is in force': ['what may run unasked, by what it does'],
  'by name; * stands for any characters': ['a tool that it has not'],
  'writing anywhere else is refused': ['writing elsewhere is not even asked'],
  'listed for whoever works under this preset': [
    'a host of the preset',
    'which a client under another preset has not',
  ],
  'what each tier does when no rule': ['what its tier denies'],
  'R3 and R4 ask or are refused': ['and not on another port', 'what its tier denies'],
  'what may run unasked where its tier allows it': [
    'what may run unasked, by what it does',
    'looking at a listed host is R1 by whatever tool, and this preset asks about all but files',
  ],
  'a command that only reads': [
    'a command that only reads is R2 where a sandbox holds',
    'and R3 where none does',
  ],
  'Lines of policy. Their order means nothing': [
    'looking at the repository is free',
    'but not with something behind it',
  ],
  'the program and its first words': ['a short option is the same as a long one'],
  'stable ids, by pattern': ['no keys, whoever asks', 'a key by its ending, anywhere'],
  'names of agents, clients or schedules': [
    'the agent that a pattern names may write tests too',
    'not by a sub-agent',
  ],
  'of requests and connections': [
    'what goes to the tracker is shown',
    'on another port that rule is silent, and the host is not listed',
  ],
  'Over midnight too': [
    'at night in Berlin nothing starts by itself',
    'the night belongs to the day on which it begins',
    'a night that begins on Saturday is none of those',
  ],
  'the session has read what anyone may have written': ['after the web each command is looked at'],
  'actions of tools that have several': ['deleting is denied, by whatever tool has the action'],
  'kinds of tools; of a server': ['a kind of tool, whatever the tool'],
  'it writes no file that other programs run': [
    'an editor may change the sources',
    'but nothing that other programs run by themselves',
  ],
  'while agents work in this folder': ['while agents work elsewhere a rule for the shop is silent'],
  'how far the way it came in is trusted': ['what others connect reads nothing outside'],
  'outside of the workspace, or a file': [
    'what others connect reads nothing outside',
    'but nothing that other programs run by themselves',
  ],
  'of the body: more than the one': ['a large upload is refused', 'a small one is asked about'],
  'calls of these are counted': ['the tenth page in an hour is as the first'],
  'from the eleventh in an hour': ['the eleventh is asked about for its own sake'],
  'requests that an entry names whole': [
    'the allowlist of a rule lets it run',
    'by host, port, method and size',
    'what the allowlist of a rule does not name, for its size',
  ],
  'this caller has not reached the host before': [
    'the first time with a host is looked at',
    'the second time it is as any other',
  ],
  'you have denied three calls': ['after three denials nothing runs', 'after two of them it does'],
  'How far each way in is trusted': ['a night that begins on Saturday is none of those'],
  'More places that no call may ever touch': ['a place of the STOP list, whoever asks'],
  'only ever up': ['a tool that was raised'],
  'frees a tool up to R2': ['a tool with a default of its own'],
  'true: gone for everyone': ['a tool that is not switched off'],
  'Larger than this, in bytes': ['a file above the limit is R3'],
  'small here, so that policy-cases.yaml': ['a file above the limit is R3'],
  'the usual is 1 MiB': ['a request above the limit is R3, also to a host of the preset'],
  'Its own way of working': ['a client has the preset that is written for it'],
  'Hosts that this client may reach': ['a host of one client', 'which the agent has not'],
}

/** What no case can show, because no decision depends on it; or where it is shown instead. */
const elsewhere: Readonly<Record<string, string>> = {
  'Every setting of Gatehouse': 'about the file',
  'The folder agents work in': 'where patterns start: each case with src/**',
  'Who thinks.': 'the model',
  'or anthropic, or manual': 'the model',
  "null: the provider's own address":
    'the model, and who is asked: test/registry/access-table.test.ts',
  'the NAME of a variable': 'the model',
  'of a million tokens': 'the model',
  'blockedTools is an older key': 'test/gate/guard-table.test.ts',
  'the name may lead to these': 'test/egress/pins.test.ts',
  "SHA-256 of the server's public key": 'test/egress/pins.test.ts',
  'Ways of working of your own': 'a heading',
  'false: nothing goes out': 'the preset in force is open: test/gate/requirements.test.ts',
  'reading or writing outside': 'R2 asks anyway in this preset: test/gate/presets.test.ts',
  'Settings for single tools': 'a heading',
  'Where the services are': 'where a tool asks: test/wiring/service-tools.test.ts',
  'or brave, which needs': 'who is asked: test/tools/web-search.test.ts',
  'or openweather, which needs': 'who is asked: test/tools/weather.test.ts',
  'or google': 'who is asked: test/tools/image-gen.test.ts',
  "null: the provider's usual one": 'what is asked: test/tools/image-gen.test.ts',
  'such as http://127.0.0.1:7878': 'where a tool asks: test/tools/services/media.test.ts',
  'such as http://127.0.0.1:27123': 'where a tool asks: test/tools/services/obsidian.test.ts',
  'or a vault that is a folder': 'what a call touches: test/tools/services/obsidian.test.ts',
  "the lower of this and the tool's own": 'counts calls that ran: test/pipeline/rate.test.ts',
  'Seconds of processor time': 'at run time: test/sandbox/processor-time.test.ts',
  'counted where Gatehouse may make': 'at run time: test/sandbox/processor-time.test.ts',
  'What runs commands in the workspace': 'at run time: test/sandbox/container/container.test.ts',
  'or docker; null': 'at run time: test/sandbox/container/words.test.ts',
  'what our image is built on': 'at run time: test/sandbox/container/container.test.ts',
  'such as krun or kata': 'at run time: test/sandbox/container/words.test.ts',
  'External MCP servers, by a short name': 'servers: test/mcp/client',
  'A program, run in the sandbox': 'servers',
  'Secrets are named, never written': 'servers',
  'Hosts it may connect to': 'servers',
  'Folders of yours that it may see': 'servers',
  'local, verified or community': 'servers',
  'Off: not started': 'servers',
  'of one process of it': 'servers',
  'Programs that connect to the gateway': 'a heading',
  'Calls of all tools together': 'counts calls that ran: test/pipeline/rate.test.ts',
  'It may put R2 questions': 'the gateway',
  'Folders that count as the workspace': 'a hook knows its folder',
  'Where no Gatehouse runs': 'the hook',
  'What a rule takes for a secret': 'redaction',
  'How long a held call waits': 'a held call',
  'Quick held commands': 'a held call',
  'The desktop app around': 'the window',
  'a small window over other': 'the window',
  'small calls up to R2': 'the window',
  'on a Mac, in place': 'the window',
  'or stable, beta': 'the window',
  'How the window looks': 'the window',
  'the table of tools': 'the window',
}

/** Blocks of lines, and what stands behind a value. */
function commentsOf(text: string): readonly string[] {
  const found: string[] = []
  let block: string[] = []
  const close = (): void => {
    if (block.length > 0) found.push(block.join(' '))
    block = []
  }
  for (const line of text.split('\n')) {
    const own = /^\s*# ?(.*)$/.exec(line)?.[1]
    if (own !== undefined) {
      block.push(own)
      continue
    }
    close()
    const behind = /^[^'"#]*(?:(?:'[^']*'|"[^"]*")[^'"#]*)*\s# (.*)$/.exec(line)?.[1]
    if (behind !== undefined) found.push(behind)
  }
  close()
  return found
}

describe('the example of a configuration', () => {
  const comments = commentsOf(example('config.capabilities.yaml'))
  const starts = [...Object.keys(shown), ...Object.keys(elsewhere)]
  const cases = parseCases(example('policy-cases.yaml'), 'policy-cases.yaml')
  const names = cases.ok ? cases.value.cases.map(({ name }) => name) : []

  it('has a case, or a word why not, for each comment', () => {
    expect(comments.length).toBeGreaterThan(70)
    expect(
      comments.filter((comment) => !starts.some((start) => comment.startsWith(start))),
    ).toEqual([])
  })

  it('is shown by tests that are there, where no case can show it', () => {
    const files = Object.values(elsewhere).flatMap((text) => text.match(/test\/[\w/.-]+\w/g) ?? [])
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  it('has every comment that a case is said to show, and every case', () => {
    expect(
      starts.filter((start) => !comments.some((comment) => comment.startsWith(start))),
    ).toEqual([])
    expect(
      Object.values(shown)
        .flat()
        .filter((name) => !names.includes(name)),
    ).toEqual([])
  })
})
