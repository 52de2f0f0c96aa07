// A server as the conformance suite expects one, made of the gateway's own core: only what it
// offers is a fixture.
import { createHmac, randomBytes } from 'node:crypto'
import type { Json } from '../../../contract/json.ts'
import { isObject } from '../../../contract/is-object.ts'
import { field } from '../../../main/mcp/gateway/protocol/protocol.ts'
import type { Change, Context, Provider } from '../../../main/mcp/gateway/provider.ts'
import { done, failed } from '../../../main/mcp/gateway/protocol/reply.ts'
import type { InputRequest, Reply } from '../../../main/mcp/gateway/protocol/reply.ts'
import { choices, defaults, elicit, person, roots, sample } from './fixture-asks.ts'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='
const pause = (): Promise<void> => new Promise((over) => setTimeout(over, 50))
const content = (...parts: Json[]): Reply => done(`"content":${JSON.stringify(parts)}`)
const text = (words: string): Reply => content({ type: 'text', text: words })
const image = { type: 'image', data: png, mimeType: 'image/png' }
const mixed = '{"test":"data","value":123}'
const embedded = {
  type: 'resource',
  resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: mixed },
}
const plain = {
  type: 'resource',
  resource: {
    uri: 'test://embedded-resource',
    mimeType: 'text/plain',
    text: 'This is an embedded resource content.',
  },
}

/** What the client's person said under a key, where it has the form of an answer. */
const answerTo = ({ input }: Context, key: string): Json | null => {
  const given = isObject(input.responses) ? field(input.responses, key) : undefined
  return isObject(given) ? (given as Json) : null
}

const secret = randomBytes(32)
const sign = (state: string): string =>
  `${state}.${createHmac('sha256', secret).update(state).digest('base64url')}`
const stateOf = ({ input }: Context): string | null => {
  const [state = ''] = input.state?.split('.') ?? []
  return input.state === sign(state) ? state : null
}

const need = (requests: Record<string, InputRequest>, state: string | null = null): Reply => ({
  kind: 'input-required',
  requests,
  state: state === null ? null : sign(state),
})

/**
 * One question with a signed state: asked again without an answer, refused when the state is not
 * ours.
 */
const withState =
  (key: string, ask: InputRequest, state: string, words: string) =>
  (context: Context): Reply => {
    if (context.input.state !== null && stateOf(context) === null)
      return failed(-32602, 'This requestState was changed.')
    return stateOf(context) === null || answerTo(context, key) === null
      ? need({ [key]: ask }, state)
      : text(words)
  }

const asking =
  (method: string, params: Json, words: string) =>
  async (context: Context): Promise<Reply> => {
    if (context.era === 'modern' && answerTo(context, 'only') === null)
      return need({ only: { method, params } })
    const answer =
      context.era === 'modern' ? answerTo(context, 'only') : await context.ask(method, params)
    return answer === null
      ? done(`"isError":true,"content":[{"type":"text","text":"The client cannot be asked."}]`)
      : text(`${words}: ${JSON.stringify(answer)}`)
  }

type Work = (
  context: Context,
  args: unknown,
  change: (change: Change) => void,
) => Reply | Promise<Reply>

const tools: Readonly<Record<string, Work>> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => content(image),
  test_audio_content: () => content({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  test_embedded_resource: () => content(plain),
  test_multiple_content_types: () =>
    content({ type: 'text', text: 'Multiple content types test:' }, image, embedded),
  test_error_handling: () =>
    done(
      '"isError":true,"content":[{"type":"text","text":"This tool intentionally returns an error for testing"}]',
    ),
  async test_tool_with_progress(context) {
    for (const progress of [0, 50, 100]) {
      context.progress(progress, 100, '')
      await pause()
    }
    return text('Progress was reported.')
  },
  async test_tool_with_logging(context) {
    for (const line of [
      'Tool execution started',
      'Tool processing data',
      'Tool execution completed',
    ]) {
      context.log('info', line)
      await pause()
    }
    return text('Lines were logged.')
  },
  test_logging_tool(context) {
    context.log('info', 'a line')
    return text('A line was logged, if it was wanted.')
  },
  test_sampling: (context, args) =>
    asking(
      'sampling/createMessage',
      sample(String(isObject(args) ? field(args, 'prompt') : ''), 100).params,
      'LLM response',
    )(context),
  test_elicitation: asking('elicitation/create', person, 'User response'),
  test_elicitation_sep1034_defaults: asking(
    'elicitation/create',
    defaults,
    'Elicitation completed',
  ),
  test_elicitation_sep1330_enums: asking('elicitation/create', choices, 'Elicitation completed'),
  async test_streaming_elicitation(context) {
    context.progress(0, 1, '')
    await pause()
    return answerTo(context, 'go') === null
      ? need({ go: elicit('Go on?', 'ok', 'boolean') })
      : text('Went on.')
  },
  test_missing_capability: ({ capabilities }) =>
    field(capabilities, 'sampling') === undefined
      ? failed(-32021, 'This needs sampling.', { requiredCapabilities: { sampling: {} } })
      : text('Sampling is there.'),
  test_trigger_tool_change(_, __, change) {
    change({ kind: 'tools' })
    return text('The tools changed.')
  },
  test_trigger_prompt_change(_, __, change) {
    change({ kind: 'prompts' })
    return text('The prompts changed.')
  },
  test_input_required_result_elicitation: (context) =>
    answerTo(context, 'user_name') === null
      ? need({ user_name: elicit('What is your name?', 'name') })
      : text('Hello!'),
  test_input_required_result_sampling: (context) =>
    answerTo(context, 'capital_question') === null
      ? need({ capital_question: sample('What is the capital of France?', 100) })
      : text('Paris.'),
  test_input_required_result_list_roots: (context) =>
    answerTo(context, 'client_roots') === null
      ? need({ client_roots: roots })
      : text('Roots are known.'),
  test_input_required_result_request_state: withState(
    'confirm',
    elicit('Please confirm', 'ok', 'boolean'),
    'one',
    'state-ok',
  ),
  test_input_required_result_tampered_state: withState(
    'confirm',
    elicit('Please confirm', 'ok', 'boolean'),
    'one',
    'state-ok',
  ),
  test_input_required_result_multiple_inputs: (context) =>
    ['user_name', 'greeting', 'client_roots'].some((key) => answerTo(context, key) === null)
      ? need(
          {
            user_name: elicit('What is your name?', 'name'),
            greeting: sample('Generate a greeting', 50),
            client_roots: roots,
          },
          'all',
        )
      : text('All is known.'),
  test_input_required_result_multi_round(context) {
    const state = stateOf(context)
    if (state === 'round2' && answerTo(context, 'step2') !== null) return text('Both are known.')
    if (state === 'round1' && answerTo(context, 'step1') !== null)
      return need({ step2: elicit('Step 2: What is your favorite color?', 'color') }, 'round2')
    return need({ step1: elicit('Step 1: What is your name?', 'name') }, 'round1')
  },
  test_input_required_result_capabilities: ({ capabilities }) =>
    need({
      ...(field(capabilities, 'sampling') === undefined
        ? {}
        : { question: sample('Anything?', 10) }),
      ...(field(capabilities, 'elicitation') === undefined ? {} : { name: elicit('Who?', 'name') }),
    }),
  json_schema_2020_12_tool: () => text('Fine.'),
}

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const resources: Readonly<Record<string, Json>> = {
  'test://static-text': {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { uri: 'test://static-binary', mimeType: 'image/png', blob: png },
  'test://watched-resource': {
    uri: 'test://watched-resource',
    mimeType: 'text/plain',
    text: 'Watched.',
  },
}

const message = (part: Json): Json => ({ role: 'user', content: part })
const prompt = (...messages: Json[]): Reply => done(`"messages":${JSON.stringify(messages)}`)
const prompts: Readonly<
  Record<string, (args: Readonly<Record<string, unknown>>, context: Context) => Reply>
> = {
  test_simple_prompt: () =>
    prompt(message({ type: 'text', text: 'This is a simple prompt for testing.' })),
  test_prompt_with_arguments: (args) =>
    prompt(
      message({
        type: 'text',
        text: `Prompt with arguments: arg1='${String(args['arg1'])}', arg2='${String(args['arg2'])}'`,
      }),
    ),
  test_prompt_with_embedded_resource: (args) =>
    prompt(
      message({
        type: 'resource',
        resource: {
          uri: String(args['resourceUri']),
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      }),
      message({ type: 'text', text: 'Please process the embedded resource above.' }),
    ),
  test_prompt_with_image: () =>
    prompt(message(image), message({ type: 'text', text: 'Please analyze the image above.' })),
  test_input_required_result_prompt: (_, context) =>
    answerTo(context, 'user_context') === null
      ? need({ user_context: elicit('What context should the prompt use?', 'context') })
      : prompt(message({ type: 'text', text: 'With context.' })),
}

const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
}

const lists = {
  tools: JSON.stringify(
    Object.keys(tools).map((name) => ({
      name,
      description: `Fixture ${name}`,
      inputSchema: name === 'json_schema_2020_12_tool' ? schema2020 : { type: 'object' },
      // So that a person who trusts it as their own is not asked for each.
      annotations: { readOnlyHint: true },
    })),
  ),
  prompts: JSON.stringify(
    Object.keys(prompts).map((name) => ({
      name,
      description: `Fixture ${name}`,
      arguments: (argumentsOf[name] ?? []).map((one) => ({ name: one, required: true })),
    })),
  ),
  resources: JSON.stringify(
    Object.keys(resources).map((uri) => ({ uri, name: uri.slice('test://'.length) })),
  ),
  resourceTemplates: JSON.stringify([
    { uriTemplate: 'test://template/{id}/data', name: 'template' },
  ]),
}

export function fixtureProvider(): Provider {
  const listeners = new Set<(change: Change) => void>()
  const change = (what: Change): void => listeners.forEach((notify) => notify(what))
  return {
    info: { name: 'gateway-fixture', version: '1.0.0' },
    instructions: null,
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    },
    list: (what) => lists[what],
    callTool: async (name, args, context) =>
      tools[name]?.(context, args, change) ?? failed(-32602, `There is no tool named ${name}.`),
    readResource: async (uri) => {
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
      const created =
        id === undefined
          ? resources[uri]
          : {
              uri,
              mimeType: 'application/json',
              text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
            }
      return created === undefined
        ? failed(-32602, 'Resource not found', { uri })
        : done(`"contents":${JSON.stringify([created])}`)
    },
    getPrompt: async (name, args, context) =>
      prompts[name]?.(args ?? {}, context) ?? failed(-32602, `There is no prompt named ${name}.`),
    complete: async () => done('"completion":{"values":[],"total":0,"hasMore":false}'),
    watch: () => () => {},
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
