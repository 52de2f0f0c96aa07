// Answers that are not what was declared, or of kinds that nobody knows.
import { serve } from '../raw-server.ts'

const declared = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
serve({
  tools: () => [
    { name: 'fits', outputSchema: declared },
    { name: 'misfits', outputSchema: declared },
    { name: 'lacks', outputSchema: declared },
    { name: 'failed', outputSchema: declared },
    { name: 'strange' },
    { name: 'pictures' },
    { name: 'spoiled' },
  ],
  call: (tool) => {
    const content = [{ type: 'text', text: tool }]
    switch (tool) {
      case 'fits':
        return { content, structuredContent: { n: 1 } }
      case 'misfits':
        return { content, structuredContent: { n: 'one' } }
      case 'failed':
        return { content, isError: true }
      case 'strange':
        return { content: [...content, { type: 'hologram', beam: 'up' }] }
      case 'pictures':
        return {
          content: [
            { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
            { type: 'image', mimeType: 'text/html', data: 'iVBORw0KGgo=' },
            { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
            { type: 'resource_link', uri: 'note://one', name: 'one' },
          ],
        }
      case 'spoiled':
        return {
          content: [{ type: 'image', mimeType: 'image/png', data: '<svg onload=alert(1)>' }],
        }
      default:
        return { content }
    }
  },
})
