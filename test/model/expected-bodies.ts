// One conversation as each provider's documentation has it on the wire.

export const anthropicBody = {
  model: 'fake',
  stream: true,
  system: [{ type: 'text', text: 'Be brief.' }],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'read it' }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'a' } },
        { type: 'tool_use', id: 'c2', name: 'odd_name_', input: { unparsed: 'not json' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'content' },
        { type: 'tool_result', tool_use_id: 'c2', content: 'no such tool', is_error: true },
      ],
    },
  ],
  tools: [
    {
      name: 'read_file',
      description: 'Reads.',
      input_schema: {
        type: 'object',
        properties: { path: { type: 'string' } },
        required: ['path'],
      },
    },
  ],
}

export const openAiBody = {
  model: 'fake',
  stream: true,
  stream_options: { include_usage: true },
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'read it' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } },
        {
          id: 'c2',
          type: 'function',
          function: { name: 'odd_name_', arguments: '{"unparsed":"not json"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'content' },
    { role: 'tool', tool_call_id: 'c2', content: 'no such tool' },
  ],
  tools: [{ type: 'function', function: { name: 'read_file', description: 'Reads.' } }],
}
