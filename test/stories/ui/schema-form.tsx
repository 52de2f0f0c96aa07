import { type FormWords } from '../../../renderer/ui/schema-form/form-context.ts'
import { SchemaForm } from '../../../renderer/ui/schema-form/schema-form.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { nothing } from './words.ts'

const words: FormWords = {
  optional: '(optional)',
  notGiven: 'not given',
  yes: 'yes',
  no: 'no',
  whole: 'Arguments as JSON',
  asJson: 'Write as JSON',
  nothing: 'This tool takes no arguments.',
  usual: (value) => `Default: ${value}.`,
  item: (list, index) => `${list} ${index}`,
  add: (list) => `Add to ${list}`,
  remove: (item) => `Remove ${item}`,
  problem: ({ kind }) =>
    kind === 'missing'
      ? 'Required.'
      : kind === 'short'
        ? 'This is too short.'
        : `This does not fit: ${kind}.`,
}

const text = { type: 'string' }
const everything = {
  type: 'object',
  required: ['path', 'how', 'labels'],
  properties: {
    path: {
      type: 'string',
      minLength: 1,
      description: 'Where it is written, from the workspace on.',
    },
    body_text: { type: 'string', description: 'What is written.' },
    week: { type: 'integer', minimum: 1, maximum: 53, default: 1 },
    how: { enum: ['append', 'replace'] },
    dry: { type: 'boolean', description: 'Only say what would be done.' },
    labels: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 3, description: 'One word.' },
    },
    author: {
      type: 'object',
      required: ['name'],
      properties: { name: text, mail: text },
      description: 'Who it is from.',
    },
    rest: { anyOf: [text, { type: 'number' }], description: 'Anything else.' },
  },
}
const small = {
  type: 'object',
  required: ['path'],
  properties: { path: { ...text, minLength: 1 }, labels: { type: 'array', items: text } },
}

export const schemaForms: readonly Story[] = [
  {
    name: 'ui-schema-form',
    width: 420,
    acts: [{ focus: 'path', role: 'textbox' }],
    element: () => (
      <Gallery>
        <State name="Every kind of field" block>
          <SchemaForm
            schema={everything}
            start={{
              path: 'notes/today.md',
              how: 'append',
              labels: ['draft', 'release'],
              author: { name: 'Ada' },
            }}
            words={words}
            showAll={false}
            onChange={nothing}
          />
        </State>
      </Gallery>
    ),
  },
  {
    name: 'ui-schema-form-other',
    width: 420,
    acts: [
      { fill: 'week', text: 'many' },
      { fill: 'rest', text: '{"a": ' },
    ],
    element: () => (
      <Gallery>
        <State name="What is missing or does not fit" block>
          <SchemaForm
            schema={everything}
            start={{ path: '', labels: ['x'] }}
            words={words}
            showAll
            onChange={nothing}
          />
        </State>
        <State name="No arguments" block>
          <SchemaForm
            schema={{ type: 'object', properties: {}, additionalProperties: false }}
            start={{}}
            words={words}
            showAll={false}
            onChange={nothing}
          />
        </State>
        <State name="Only as JSON" block>
          <SchemaForm
            schema={{ anyOf: [small, everything] }}
            start={{ path: 'a' }}
            words={words}
            showAll={false}
            onChange={nothing}
          />
        </State>
        <State name="Right to left" rtl block>
          <SchemaForm
            schema={small}
            start={{ path: 'src', labels: ['a'] }}
            words={words}
            showAll={false}
            onChange={nothing}
          />
        </State>
      </Gallery>
    ),
  },
]
