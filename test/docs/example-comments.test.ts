// Every comment of examples/config.capabilities.yaml is shown by a case in examples/policy-cases.yaml. A
// comment without one fails, and so does an entry whose comment or case is gone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCases } from '../../main/config/cases.ts'
import { commentsOf } from './comments-of.ts'

const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../examples', name), 'utf8')

/** Comments by their beginning; lines below each other are one. */
const shown: Readonly<Record<string, readonly string[]>> = {
  'All that a decision depends on': [
    'what is left out has its default, such as the built-in places that nobody touches',
  ],
  'The folder agents work in': ['an editor may change the sources', 'tests may be written'],
  'Ways of working of your own': ['writing elsewhere is not even asked'],
  'false: nothing goes out': ['a preset without network has no tool that goes out'],
  'reading or writing outside': [
    'what may run by its tier runs inside of the workspace',
    'and asks outside of it',
  ],
  'Settings for single tools': ['a tool that was raised', 'a tool with a default of its own'],
  "the lower of this and the tool's own": ['a tool has its calls in a minute'],
  'External MCP servers, by a short name': [
    'a tool of a server that you vouch for',
    'nobody has looked at it yet',
  ],
  'A program in the sandbox. A path': ['a path from its own folder'],
  'Hosts it may connect to': [
    'while the guard is on a server with hosts is closed',
    'and one without stays',
  ],
  'Folders of yours that it may see': [
    'a path of a folder that you granted',
    'a path that you did not grant',
  ],
  'local, verified or community': [
    'a tool of a server that you vouch for',
    'the same of one that you do not',
  ],
  'Off: not started': ['its server is off'],
  'Programs that connect to the gateway': [
    'a client has the preset that is written for it',
    'a host of one client',
  ],
  'Calls of all tools together': ['a client has its calls in a minute, of all tools'],
  'also an id that you gave': ['a stable id is named by a rule, whatever the tool is called'],
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
  'listed for callers under this preset': [
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
  'stable ids, by pattern': ['no keys, no matter who asks', 'a key by its ending, anywhere'],
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
  'kinds of tools; of a server': [
    'a kind of tool, whatever the tool',
    'paying is denied, by whatever server',
    'and by whatever name its server gives it',
    'an account is closed by hand',
    "a category of a server's tool is as good as one of ours",
  ],
  'it writes no file that other programs run': [
    'an editor may change the sources',
    'but nothing that other programs run by themselves',
  ],
  'while agents work in this folder': ['while agents work elsewhere a rule for the shop is silent'],
  'how far the way it came in is trusted': ['what others connect reads nothing outside'],
  'outside the workspace, or a file': [
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
  'More places that no call may ever touch': ['a place of the STOP list, no matter who asks'],
  'only ever up': ['a tool that was raised'],
  'frees a tool up to R2': ['a tool with a default of its own'],
  'true: gone for everyone': ['a tool that is not switched off'],
  'Larger than this, in bytes': ['a file above the limit is R3'],
  'small here, so that policy-cases.yaml': ['a file above the limit is R3'],
  'the usual is 1 MiB': ['a request above the limit is R3, also to a host of the preset'],
  'Its own way of working': ['a client has the preset that is written for it'],
  'Hosts that this client may reach': ['a host of one client', 'which the agent has not'],
}

describe('the example of a configuration', () => {
  const comments = commentsOf(example('config.capabilities.yaml'))
  const starts = Object.keys(shown)
  const cases = parseCases(example('policy-cases.yaml'), 'policy-cases.yaml')
  const names = cases.ok ? cases.value.cases.map(({ name }) => name) : []

  it('has a case for each comment', () => {
    expect(comments.length).toBeGreaterThan(55)
    expect(
      comments.filter((comment) => !starts.some((start) => comment.startsWith(start))),
    ).toEqual([])
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
